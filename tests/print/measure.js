// Run in a page that has been laid out: what does not fit, what is too small or too pale, how full the sheets are.
var wrong = [], smallest = { cards: 99, pages: 99, reference: 99 }, palest = 99, fills = [];
var all = function (root, what) { return Array.from(root.querySelectorAll(what)); };
var called = function (box) { var name = box.querySelector("h1, h2"); return box.className + " " + (name ? name.textContent.slice(0, 40) : ""); };

// ---- nothing sticks out of its box or is cut off
function inside(box) {
  var outer = box.getBoundingClientRect();
  all(box, "table, p, h1, h2, h3, .row, .u, .blk, td, th").forEach(function (part) {
    var inner = part.getBoundingClientRect();
    if (!inner.width || !inner.height || part.closest(".source")) return;
    if (inner.right > outer.right + 1.5 || inner.bottom > outer.bottom + 1.5 || inner.left < outer.left - 1.5 || inner.top < outer.top - 1.5) wrong.push("sticks out: " + part.tagName + "." + part.className + " '" + part.textContent.slice(0, 30) + "' of " + called(box));
  });
}
all(document, ".sheet > .card").forEach(function (card) {
  inside(card);
  all(card, ".panel, .rules, .say, .body").forEach(function (box) {
    if (box.scrollHeight > box.clientHeight + 2 || box.scrollWidth > box.clientWidth + 2) wrong.push("cut off: " + box.className + " of " + called(card) + " by " + (box.scrollHeight - box.clientHeight) + ", " + (box.scrollWidth - box.clientWidth));
  });
  var head = card.querySelector(".head > div");
  if (head && head.offsetHeight > head.parentNode.clientHeight + 1) wrong.push("head cut off: " + called(card));
  var panel = card.querySelector(".panel"), used = 0, top = panel.getBoundingClientRect().top;
  all(panel, ".art, .band, .body > *, .rules > *, .id, .say > *, .notes").forEach(function (part) { var at = part.getBoundingClientRect(); if (at.height) used = Math.max(used, at.bottom - top, panel.getBoundingClientRect().bottom - at.top > 0 && card.classList.contains("turned") ? panel.getBoundingClientRect().bottom - at.top : 0); });
  fills.push(Math.min(1, used / panel.getBoundingClientRect().height));
});
all(document, ".page").forEach(function (page) {
  inside(page);
  all(page, ".forces, .blocks, .t-grid").forEach(function (box) { if (box.scrollHeight > box.clientHeight + 2 || box.scrollWidth > box.clientWidth + 2) wrong.push("cut off: " + box.className + " of " + called(page) + " by " + (box.scrollHeight - box.clientHeight)); });
  var last = 0, ends = all(page, ".u, .blk, .write, .deckline, .list, .below").map(function (part) { return part.getBoundingClientRect().bottom; });
  if (ends.length) fills.push((Math.max.apply(null, ends) - page.getBoundingClientRect().top) / page.getBoundingClientRect().height);
});

// ---- a shield stands beside the name of its faction, texts keep off the edges, and short names are not broken
all(document, ".terms .crest").forEach(function (crest) {
  var shield = crest.getBoundingClientRect(), name = crest.nextElementSibling.getClientRects()[0], middle = (shield.top + shield.bottom) / 2;
  if (middle < name.top || middle > name.bottom || shield.right > name.left + 1) wrong.push("a shield away from its name: " + called(crest.closest(".card")));
});
all(document, ".say").forEach(function (say) {
  var last = say.lastElementChild;
  if (last && say.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom < 3) wrong.push("text at the edge: " + called(say.closest(".card")));
});
all(document, ".has .whole, .line > .whole").forEach(function (name) {
  var lines = new Set(Array.from(name.getClientRects()).filter(function (part) { return part.width > 1; }).map(function (part) { return Math.round(part.bottom / 4); }));
  if (lines.size > 1) wrong.push("broken over lines: " + name.textContent);
});

// ---- values and the names of columns are never broken, and on half a page nothing leaves its column
all(document, ".gear th, .gear td, .stats th, .stats td, .track td").forEach(function (cell) {
  var text = cell.textContent.trim(), range = document.createRange();
  if (cell.classList.contains("what") || cell.colSpan > 1 || !text || text.length > 12 || /\s/.test(text)) return;
  range.selectNodeContents(cell);
  var lines = new Set(Array.from(range.getClientRects()).filter(function (part) { return part.width > 1; }).map(function (part) { return Math.round(part.bottom / 6); }));
  if (lines.size > 1) wrong.push("broken over lines: value '" + text + "' of " + called(cell.closest(".card, .page")));
});
all(document, ".half .sheet .front .body").forEach(function (body) {
  var style = getComputedStyle(body), sides = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight), column = (body.clientWidth - sides - parseFloat(style.columnGap)) / 2;
  all(body, ":scope > *").forEach(function (part) {
    if (Array.from(part.getClientRects()).some(function (piece) { return piece.width > column + 2; })) wrong.push("wider than its column: " + part.tagName + "." + part.className + " of " + called(body.closest(".card")));
  });
});
var cropped = all(document, ".head h2.cropped").map(function (name) { return name.textContent; });

// ---- cards stand on their sheets, beside each other
all(document, ".sheet").forEach(function (sheet, number) {
  var page = sheet.getBoundingClientRect(), taken = [];
  all(sheet, ":scope > .card").forEach(function (card) {
    var box = card.getBoundingClientRect();
    if (box.left < page.left - 1 || box.right > page.right + 1 || box.top < page.top - 1 || box.bottom > page.bottom + 1) wrong.push("outside its sheet: " + called(card));
    taken.forEach(function (other) { if (box.left < other.right - 1 && other.left < box.right - 1 && box.top < other.bottom - 1 && other.top < box.bottom - 1) wrong.push("over another: " + called(card)); });
    taken.push(box);
  });
});

// ---- type and contrast
function light(colour) {
  var parts = colour.match(/[\d.]+/g).map(Number);
  if (parts.length > 3 && parts[3] === 0) return null;
  var linear = parts.slice(0, 3).map(function (part) { part /= 255; return part <= .04045 ? part / 12.92 : Math.pow((part + .055) / 1.055, 2.4); });
  return .2126 * linear[0] + .7152 * linear[1] + .0722 * linear[2];
}
function ground(element) {
  for (var at = element; at; at = at.parentElement) {
    var found = light(getComputedStyle(at).backgroundColor);
    if (found !== null) return found;
    if (at.classList.contains("pts")) return 1;
  }
  return 1;
}
var walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), node;
while ((node = walker.nextNode())) {
  var parent = node.parentElement, style = getComputedStyle(parent);
  if (!node.data.trim() || /SCRIPT|STYLE|PRE/.test(parent.tagName) || style.visibility === "hidden" || !parent.getClientRects().length) continue;
  var size = parseFloat(style.fontSize) * .75, kind = parent.closest(".card") ? "cards" : parent.closest(".ref") ? "reference" : parent.closest(".page") ? "pages" : null;
  if (!kind) continue;
  if (size < smallest[kind]) smallest[kind] = size;
  var text = light(style.color), back = ground(parent), contrast = (Math.max(text, back) + .05) / (Math.min(text, back) + .05);
  if (contrast < palest) palest = contrast;
  if (contrast < 4.5) wrong.push("pale: '" + node.data.trim().slice(0, 30) + "' " + contrast.toFixed(2));
}
["cards", "pages"].forEach(function (kind) { if (smallest[kind] < 6.99) wrong.push("type of " + smallest[kind].toFixed(2) + " pt on " + kind); });
if (smallest.reference < 7.99) wrong.push("type of " + smallest.reference.toFixed(2) + " pt on the reference");
if (document.documentElement.scrollWidth > window.innerWidth + 2) wrong.push("the page scrolls sideways");

// ---- as many cards are cut as the page says, each with its front and, unless the paper has one side, its back
var config = document.getElementById("page"), sides = config && (JSON.parse(config.textContent).duplex || JSON.parse(config.textContent).folded) ? 2 : 1;
var faces = all(document, ".sheet > .card").length, cut = faces / sides, told = +document.documentElement.dataset.cards || 0;
if (cut !== told) wrong.push("the page says " + told + " cards and has " + cut);
all(document, ".cards").forEach(function (section) {
  var cards = all(section, ".sheet > .card").length / sides, tally = section.querySelector(".tally").textContent;
  if (parseInt(tally, 10) !== cards) wrong.push("'" + tally + "' above " + cards + " cards");
});

fills.sort(function (one, other) { return one - other; });
var left = function (card) { return Math.round(card.getBoundingClientRect().left - card.parentNode.getBoundingClientRect().left); };
var words = function (what) { return all(document, what).map(function (part) { return part.textContent.replace(/\s+/g, " ").trim(); }); };
return {
  wrong: wrong, cropped: cropped, palest: palest, smallest: smallest, fill: fills.length ? fills[Math.floor(fills.length / 2)] : 1,
  sheets: all(document, ".sheet").length, pages: all(document, ".page").length,
  cut: cut, fronts: all(document, ".sheet > .card.front").length, further: all(document, ".sheet > .card.further").length, cards: all(document, ".sheet > .card").length,
  all: words(".card, .ref").join(" "), slugs: words(".slug span:first-child"),
  sides: all(document, ".sheet").slice(0, 2).map(function (sheet) { return all(sheet, ":scope > .card").map(function (card) { return [(card.querySelector("h2") || card.querySelector(".nm")).textContent, left(card)]; }); })
};
