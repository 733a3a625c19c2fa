// What cards and rosters share: bands of characteristics and tables that fit a width. Only a browser knows how wide a text is.
"use strict";
var Fit = (function () {
  // Width of values, width of labels, size of values, and the least space around each column, from comfortable to tight.
  var BANDS = [[82, 72, 1.15, 3], [82, 72, 1.08, 3], [72, 72, 1.08, 3], [72, 72, 1, 2.6], [72, 62, 1, 2.2], [72, 62, .92, 1.6], [62, 62, .92, 1.2], [62, 62, .84, .4]];
  var NOTHING = /^[–-]?$/;

  function all(root, what) { return Array.prototype.slice.call(root.querySelectorAll(what)); }
  function make(tag, name, inside) {
    var element = document.createElement(tag);
    if (name) element.className = name;
    if (inside) inside.appendChild(element);
    return element;
  }
  // Nothing is measured before the fonts are there. Browsers load them before they call a page loaded, if they are asked early.
  var waiting = [];
  function start() { waiting.forEach(function (layOut) { layOut(); }); }
  document.fonts.forEach(function (font) { font.load(); });
  window.addEventListener("load", function () {
    var isThere = function (font) { return font.status === "loaded" || font.status === "error"; };
    if (Array.from(document.fonts).every(isThere)) start(); else document.fonts.ready.then(start);
  });
  function whenReady(layOut) { waiting.push(layOut); }

  function lines(element) { return element.getBoundingClientRect().height / parseFloat(getComputedStyle(element).fontSize); }

  // The few boxes of a model stand in the strip with its name.
  function strips(root) {
    all(root, ".kp[data-model]").forEach(function (boxes) {
      var own = all(root, ".who td").filter(function (who) { return who.dataset.model === boxes.dataset.model; });
      if (own.length !== 1) return;
      own[0].appendChild(boxes.querySelector(".row"));
      boxes.remove();
    });
    // Values that are words are set smaller.
    all(root, ".stats .v td:not(.no)").forEach(function (cell) {
      if (!/\p{L}{3,}/u.test(cell.textContent)) return;
      cell.className = "word";
      make("span", "", cell).appendChild(cell.firstChild);
    });
  }

  function setBand(table, set) {
    table.style.setProperty("--vw", set[0]); table.style.setProperty("--lw", set[1]); table.style.setProperty("--vs", set[2]);
  }
  function bare(table) {
    table.classList.add("bare");
    var width = table.offsetWidth;
    table.classList.remove("bare");
    return width;
  }
  // Some of the columns in a table of their own, below.
  function cut(table, from, to) {
    all(table, "tr").forEach(function (row) {
      if (!row.classList.contains("who") && !row.querySelector(".no")) Array.prototype.slice.call(row.children).forEach(function (cell, at) { if (at < from || at >= to) cell.remove(); });
    });
    table.style.setProperty("--n", to - from);
  }
  function fold(table, rows) {
    var columns = +table.style.getPropertyValue("--n"), each = Math.ceil(columns / rows), after = table;
    for (var from = each; from < columns; from += each) {
      var part = table.cloneNode(true);
      cut(part, from, Math.min(columns, from + each));
      all(part, ".who").forEach(function (who) { who.remove(); });
      after.after(part);
      after = part;
    }
    cut(table, 0, each);
  }
  function band(table) {
    var columns = +table.style.getPropertyValue("--n"), room = table.parentNode.clientWidth;
    var fits = BANDS.some(function (set) { setBand(table, set); return bare(table) + columns * set[3] <= room; });
    if (fits) return;
    setBand(table, [82, 72, 1.05]);
    for (var rows = 2; rows <= columns; rows++) {
      var tried = make("div", "");
      table.before(tried);
      tried.appendChild(table.cloneNode(true));
      fold(tried.firstChild, rows);
      if (all(tried, ".stats").every(function (part) { return bare(part) + 2 <= room; })) {
        table.before.apply(table, Array.prototype.slice.call(tried.children));
        tried.remove(); table.remove();
        return;
      }
      tried.remove();
    }
    setBand(table, BANDS[BANDS.length - 1]);
    table.classList.add("wrapped");
  }
  function bands(root) {
    all(root, ".stats").forEach(band);
    // Boxes that stand below the words of their strip keep off them.
    all(root, ".who .row").forEach(function (row) {
      row.classList.toggle("low", row.getBoundingClientRect().top > row.parentNode.getBoundingClientRect().top + row.offsetHeight);
    });
    all(root, ".track").forEach(function (track) { track.classList.toggle("wrapped", track.parentNode.scrollWidth > track.parentNode.clientWidth + 1); });
  }

  // ---- tables: with short keywords behind the names; or words behind the names; or a line for the name and one for the values. The lowest wins.
  function words(table) {
    var heads = all(table, "thead tr:last-child th"), rows = all(table, ".one, .mode").filter(function (row) { return row.children.length > 1; });
    for (var at = heads.length - 1; at > 0; at--) {
      var said = rows.map(function (row) { return row.children[at].textContent; }).filter(function (text) { return !NOTHING.test(text); });
      if (!said.length || said.filter(function (text) { return /\p{L}{4,}/u.test(text); }).length < said.length * .6) continue;
      rows.forEach(function (row) {
        var cell = row.children[at], what = row.children[0];
        if (!NOTHING.test(cell.textContent)) {
          var use = make("span", "use");
          use.textContent = cell.textContent;
          what.insertBefore(use, what.querySelector(".row"));
        }
        cell.remove();
      });
      heads[at].remove();
      all(table, "[colspan]").forEach(function (cell) { cell.colSpan -= 1; });
    }
  }
  // Keywords stand behind the names where that saves a line.
  function inline(table) {
    // Reading and writing in turns would lay the page out anew for every row.
    var moved = all(table, ".more").map(function (more) {
      var words = more.querySelector(".kw"), above = more.classList.contains("of") ? more.previousElementSibling : more.parentNode.querySelector(".one");
      return { more: more, words: words, place: words && words.parentNode, what: above && above.querySelector(".what") };
    }).filter(function (one) { return one.words && one.what && one.place.textContent === one.words.textContent; });
    if (!moved.length) return;
    moved.forEach(function (one) { one.high = Math.round(one.what.offsetHeight); });
    moved.forEach(function (one) { one.words.classList.add("inl"); one.what.append(one.words); });
    var wrapped = moved.filter(function (one) { return Math.round(one.what.offsetHeight) > one.high + 2; });
    wrapped.forEach(function (one) { one.words.classList.remove("inl"); one.place.append(one.words); });
    moved.forEach(function (one) { if (wrapped.indexOf(one) < 0) one.more.remove(); });
  }
  function stack(table) {
    var head = table.querySelector("thead tr"), title = head.querySelector(".t"), wide = Math.max(1, head.children.length - 1);
    var own = make("tr");
    title.colSpan = wide; title.style.border = 0; own.appendChild(title);
    if (table.dataset.move) head.before(own);
    if (!head.children.length) head.remove();
    all(table, "tbody tr").forEach(function (row) {
      var what = row.querySelector(".what");
      if (!what || row.children.length === 1) {
        row.firstElementChild.colSpan = wide;
        if (what && row.classList.contains("one")) row.className = "name";
        return;
      }
      var named = make("tr", row.classList.contains("mode") ? "mode" : "name");
      what.colSpan = wide; named.appendChild(what); row.before(named);
      row.className = "vals";
      var boxes = what.querySelector(".row");
      if (boxes) boxes.style.float = "right";
      if (!row.textContent.trim()) row.remove();
    });
    table.classList.add("stacked");
    all(table, "tbody").forEach(function (body) {
      var more = body.querySelector(".more:not(.of)"), name = body.querySelector(".name .what");
      if (!more || !name || more.textContent.length + name.textContent.length > 43) return;
      var note = make("span", "note");
      note.append.apply(note, [" · "].concat(Array.prototype.slice.call(more.firstElementChild.childNodes)));
      name.insertBefore(note, name.querySelector(".row"));
      more.remove();
    });
  }
  var SHAPES = [inline, function (table) { words(table); inline(table); }, stack, function (table) { words(table); stack(table); }], DISLIKED = [0, .3, .9, .6];
  function shape(table) {
    var inside = table.parentNode, style = getComputedStyle(inside);
    var room = inside.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    var size = parseFloat(getComputedStyle(table).fontSize), best = null;
    SHAPES.forEach(function (make, at) {
      var tried = table.cloneNode(true);
      table.replaceWith(tried); tried.classList.remove("long"); make(tried);
      // Long words are broken, but never a value: only if all else fails.
      var isWide = function () { return tried.offsetWidth > room + 1; }, isLong = isWide();
      tried.classList.toggle("long", isLong);
      var wide = isLong && isWide(), cost = tried.offsetHeight + (DISLIKED[at] + (isLong ? .5 : 0)) * size + (wide ? 9999 : 0);
      if (!best || cost < best.cost - .5) best = { cost: cost, table: tried, wide: wide };
      tried.replaceWith(table);
    });
    if (best.wide) best.table.classList.add("wrapped");
    table.replaceWith(best.table);
    return best.table;
  }

  return { all: all, make: make, whenReady: whenReady, lines: lines, strips: strips, bands: bands, shape: shape };
})();
