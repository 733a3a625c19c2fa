// Lays cards out on sheets: what does not fit goes to a second face, faces to sheets, backs behind fronts. Without scripts the
// cards stand one after another and grow with their text.
(function () {
  "use strict";
  var page = { columns: {{ page.columns }}, rows: {{ page.rows }}, duplex: {{ page.duplex }}, left: {{ page.left }}, top: {{ page.top }}, width: {{ page.card_width }}, height: {{ page.card_height }} };
  var mm = function (tenths) { return tenths / 10 + "mm"; };

  function make(tag, name, inside) {
    var element = document.createElement(tag);
    if (name) element.className = name;
    if (inside) inside.appendChild(element);
    return element;
  }

  // Half a pixel more or less is the browser's own.
  function overflows(card) {
    var body = card.querySelector(".body");
    return card.scrollHeight > card.clientHeight + 1 || body.scrollHeight > body.clientHeight + 1 || body.scrollWidth > body.clientWidth + 1;
  }

  // A further face of a card: its name, and room.
  function further(card) {
    var next = card.cloneNode(false);
    next.classList.add("further");
    var header = card.querySelector("header").cloneNode(true);
    var kind = header.querySelector(".kind");
    var points = header.querySelector(".points");
    if (kind) kind.textContent = "continued";
    if (points) points.remove();
    next.appendChild(header);
    make("div", "body", next);
    next.appendChild(card.querySelector("footer").cloneNode(true));
    return next;
  }

  // Moves the end of a block to the front of another body; true if something was moved.
  function moveLast(body, to) {
    var last = body.lastElementChild;
    if (!last) return false;
    var parts = last.tagName === "TABLE" ? last.querySelectorAll(":scope > tbody") : [];
    if (parts.length > 1) {
      var first = to.firstElementChild;
      if (!first || first.dataset.of !== last.dataset.of) {
        first = last.cloneNode(false);
        var head = last.querySelector("thead");
        if (head) first.appendChild(head.cloneNode(true));
        to.insertBefore(first, to.firstChild);
      }
      var before = first.querySelector(":scope > tbody");
      first.insertBefore(parts[parts.length - 1], before);
      return true;
    }
    if (body.children.length === 1) return splitText(last, body, to);
    var same = to.firstElementChild;
    if (same && last.dataset.of && same.dataset.of === last.dataset.of) same.insertBefore(parts[0], same.querySelector(":scope > tbody"));
    else to.insertBefore(last, to.firstChild);
    if (last.parentNode === body) last.remove();
    return true;
  }

  // A text that is longer than a face: its last words go over.
  function splitText(block, body, to) {
    if (block.tagName !== "P") return false;
    var node = block.lastChild;
    if (!node || node.nodeType !== 3) return false;
    var words = node.data.split(" ");
    if (words.length < 8) return false;
    var half = Math.floor(words.length / 2);
    var rest = to.firstElementChild;
    if (!rest || rest.dataset.rest !== "1") {
      rest = block.cloneNode(false);
      rest.dataset.rest = "1";
      rest.appendChild(document.createTextNode(""));
      to.insertBefore(rest, to.firstChild);
    }
    rest.lastChild.data = words.slice(half).join(" ") + " " + rest.lastChild.data;
    node.data = words.slice(0, half).join(" ");
    return true;
  }

  // All faces of a card; they are measured on a sheet, where their size is fixed.
  function faces(card, sheet) {
    var all = [], number = 0;
    card.querySelectorAll("table").forEach(function (table) { table.dataset.of = ++number; });
    for (var face = card; face && all.length < 12; ) {
      sheet.appendChild(face);
      all.push(face);
      var next = null;
      // A little smaller is better than a face with two lines.
      var own = face.querySelector(".body");
      if (overflows(face)) {
        own.classList.add("snug");
        if (overflows(face)) own.classList.remove("snug");
      }
      while (overflows(face)) {
        if (!next) next = further(face);
        if (!moveLast(face.querySelector(".body"), next.querySelector(".body"))) {
          face.querySelector(".body").classList.add("tight");
          break;
        }
      }
      face = next && next.querySelector(".body").firstElementChild ? next : null;
    }
    return all;
  }

  function back(card) {
    var blank = card.cloneNode(false);
    blank.classList.add("back");
    make("h2", "", blank).textContent = card.querySelector("h2").textContent;
    return blank;
  }

  function put(card, sheet, place, mirrored) {
    var column = place % page.columns, row = Math.floor(place / page.columns);
    if (mirrored) column = page.columns - 1 - column;
    card.style.left = mm(page.left + column * page.width);
    card.style.top = mm(page.top + row * page.height);
    sheet.appendChild(card);
  }

  // Marks where to cut: in the margin if there is one, else along the edges.
  function marks(sheet) {
    function line(x, y, width, height) {
      var mark = make("i", "cut", sheet);
      mark.style.left = x; mark.style.top = y; mark.style.width = width; mark.style.height = height;
    }
    var right = page.left + page.columns * page.width, bottom = page.top + page.rows * page.height, long = 35, gap = 8;
    for (var column = 0; column <= page.columns; column++) {
      var x = page.left + column * page.width;
      if (page.top >= long + gap) {
        line(mm(x), mm(page.top - gap - long), ".1mm", mm(long));
        line(mm(x), mm(bottom + gap), ".1mm", mm(long));
      } else if (column > 0 && column < page.columns) line(mm(x), "0", ".1mm", "100%");
    }
    for (var row = 0; row <= page.rows; row++) {
      var y = page.top + row * page.height;
      if (page.left >= long + gap) {
        line(mm(page.left - gap - long), mm(y), mm(long), ".1mm");
        line(mm(right + gap), mm(y), mm(long), ".1mm");
      } else if (row > 0 && row < page.rows) line("0", mm(y), "100%", ".1mm");
    }
  }

  document.querySelectorAll(".cards").forEach(function (section) {
    var cards = Array.prototype.slice.call(section.querySelectorAll(":scope > .card"));
    // Measuring is slow while all the others stand there.
    cards.forEach(function (card) { card.remove(); });
    var bench = make("div", "sheet", section);
    var pairs = [];
    cards.forEach(function (card) {
      var all = faces(card, bench);
      all.forEach(function (face) { face.remove(); });
      for (var at = 0; at < all.length; at += page.duplex ? 2 : 1) {
        pairs.push(page.duplex ? [all[at], all[at + 1] || back(all[at])] : [all[at]]);
      }
    });
    bench.remove();
    var each = page.columns * page.rows;
    for (var first = 0; first < pairs.length; first += each) {
      var some = pairs.slice(first, first + each);
      for (var side = 0; side < (page.duplex ? 2 : 1); side++) {
        var sheet = make("div", "sheet", section);
        some.forEach(function (pair, place) { put(pair[side], sheet, place, side === 1); });
        marks(sheet);
      }
    }
  });
  document.body.classList.add("flow");
})();
