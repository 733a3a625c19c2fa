// The list in the largest type that fits; what even then does not goes on, on a further page.
(function () {
  var all = Fit.all, make = Fit.make;
  function layOut(page) {
    var grid = page.querySelector(".t-grid"), list = page.querySelector(".list"), type;
    var over = function () { return list.offsetHeight > grid.clientHeight || page.scrollHeight > page.clientHeight + 1; };
    for (type = 12; type >= 8; type -= .2) { page.style.setProperty("--l", type.toFixed(1) + "pt"); if (!over()) break; }
    // Room that is left goes between the rows.
    for (var pad = .36; pad < .9 && !over(); pad += .06) page.style.setProperty("--pad", pad.toFixed(2) + "em");
    if (pad > .36 && over()) page.style.setProperty("--pad", (pad - .12).toFixed(2) + "em");
    if (!over()) return;
    // The games and the signatures stand on the last page.
    var games = page.querySelector(".games"), rows = all(list, "tbody tr"), foot = list.querySelector("tfoot"), sheet = page;
    games.style.visibility = "hidden";
    for (var number = 0; over() && rows.length && number < 20; number++) {
      var next = page.cloneNode(false), rest = make("table", "list", make("div", "t-list", next)), body = make("tbody", "", rest);
      rest.prepend(list.querySelector("thead").cloneNode(true));
      if (number === 0) games.style.visibility = "";
      var high = number ? sheet.clientHeight - 90 : grid.clientHeight;
      while (rows.length > 1 && list.offsetHeight > high) body.prepend(rows.pop());
      if (!body.childElementCount) break;
      if (foot) rest.append(foot);
      sheet.after(next);
      sheet.classList.remove("last");
      sheet = next; list = rest; rows = all(rest, "tbody tr");
      over = function () { return list.offsetHeight > sheet.clientHeight - 90; };
    }
  }
  Fit.whenReady(function () { all(document, ".page.tournament").forEach(layOut); });
})();
