// The last sheet of all is followed by no page; on screens narrower than the paper sheets are shown smaller.
Fit.whenReady(function () {
  var sheets = Fit.all(document, ".sheet, .page"), last = sheets[sheets.length - 1];
  if (last) last.classList.add("last");
  function scale() {
    var widest = sheets.reduce(function (most, sheet) { return Math.max(most, sheet.offsetWidth); }, 1), room = document.documentElement.clientWidth;
    document.documentElement.style.setProperty("--zoom", room < widest + 16 ? (Math.max(room - 8, 100) / widest).toFixed(4) : "1");
  }
  window.addEventListener("resize", scale);
  scale();
});
