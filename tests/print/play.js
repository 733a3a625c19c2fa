// Run in the page to play from: what is too small to tap or to read, and whether the page remembers.
var wrong = [], all = function (what, root) { return Array.from((root || document).querySelectorAll(what)); };
function light(colour) {
  var parts = colour.match(/[\d.]+/g).map(Number);
  if (parts.length > 3 && parts[3] === 0) return null;
  var linear = parts.slice(0, 3).map(function (part) { part /= 255; return part <= .04045 ? part / 12.92 : Math.pow((part + .055) / 1.055, 2.4); });
  return .2126 * linear[0] + .7152 * linear[1] + .0722 * linear[2];
}
function ground(element) { for (var at = element; at; at = at.parentElement) { var found = light(getComputedStyle(at).backgroundColor); if (found !== null) return found; } return 1; }
function look(name) {
  var walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), node;
  while ((node = walker.nextNode())) {
    var parent = node.parentElement, style = getComputedStyle(parent);
    if (!node.data.trim() || !parent.getClientRects().length || /SCRIPT|STYLE|PRE/.test(parent.tagName)) continue;
    var text = light(style.color), back = ground(parent), contrast = (Math.max(text, back) + .05) / (Math.min(text, back) + .05);
    if (contrast < 4.5) wrong.push(name + ": pale '" + node.data.trim().slice(0, 20) + "' " + contrast.toFixed(2));
    if (parseFloat(style.fontSize) < 13) wrong.push(name + ": small '" + node.data.trim().slice(0, 20) + "'");
  }
  all("button, summary, input, a[href]").forEach(function (target) {
    var box = target.getBoundingClientRect();
    if (box.width && (box.width < 43.5 || box.height < 43.5)) wrong.push(name + ": hard to tap: " + target.className + " " + target.textContent.slice(0, 20) + " " + box.width + " × " + box.height);
    if (!target.textContent.trim() && !target.getAttribute("aria-label")) wrong.push(name + ": no name for a screen reader: " + target.className);
  });
  // The head of a column is a word, not a pile of letters.
  all("th").forEach(function (head) {
    var range = document.createRange();
    range.selectNodeContents(head);
    var lines = new Set(Array.from(range.getClientRects()).map(function (part) { return Math.round(part.bottom); }));
    if (!/\s/.test(head.textContent) && lines.size > 1) wrong.push(name + ": broken '" + head.textContent + "'");
  });
  if (document.documentElement.scrollWidth > innerWidth + 1) wrong.push(name + ": scrolls sideways");
}
var click = function (what) { document.querySelector(what).click(); }, theme = function () { return document.documentElement.dataset.theme; };
localStorage.clear();
["units", "army", "rules"].forEach(function (view) {
  click("[data-view=" + view + "]");
  all("details").forEach(function (section) { section.open = true; });
  while (theme() !== "light") click("[data-theme-next]");
  look(view + ", light");
  while (theme() !== "dark") click("[data-theme-next]");
  look(view + ", dark");
});
click("[data-view=units]");

// ---- ticks, activations and turns are kept, and undone one by one
var box = document.querySelector(".box"), pressed = function () { return all("[aria-pressed=true]").length; }, said = [];
box.click(); click(".act"); click("[data-step=turn][data-by='1']"); click(".act");
said.push(pressed(), document.querySelector("[data-show=turn]").textContent);
// As after a reload: the page is drawn from what the device remembers.
all("[aria-pressed]").forEach(function (part) { part.setAttribute("aria-pressed", "false"); });
document.querySelector("[data-show=turn]").textContent = "?";
(0, eval)(document.querySelector("body > script").textContent);
said.push(pressed(), document.querySelector("[data-show=turn]").textContent, box.getAttribute("aria-pressed"));
click("[data-k]");
said.push(document.querySelector("dialog").open, document.querySelector("dialog p").textContent.length > 3);
return { wrong: wrong, said: said, units: all(".unit").length, links: all(".index a").length, left: document.querySelector(".left").textContent };
