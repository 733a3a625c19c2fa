// The last sheet of all is followed by no page; on screens narrower than the paper sheets are shown smaller.
Fit.whenReady(function () {
  var sheets = Fit.all(document, ".sheet, .page"), last = sheets[sheets.length - 1], style = Fit.make("style", "", document.head);
  if (last) last.classList.add("last");
  function scale() {
    var widest = sheets.reduce(function (most, sheet) { return Math.max(most, sheet.offsetWidth); }, 1), room = document.documentElement.clientWidth;
    style.textContent = room < widest + 16 ? "@media screen { .sheet, .page { zoom: " + (Math.max(room - 8, 100) / widest).toFixed(4) + "; } }" : "";
  }
  window.addEventListener("resize", scale);
  scale();
});
