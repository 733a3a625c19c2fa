// One page if it can be, with the largest type that fits; else fewest pages. Units are never split; those of a force stand in two
// columns as alike in height as their order allows.
(function () {
  var all = Fit.all, make = Fit.make;
  var COMFORT = 7.4, LEAST = 7, WHOLE = 30;

  // A table that is mostly text, such as orders, gives way to its names.
  function namesOnly(page) {
    all(page, ".u .gear[data-move]").forEach(function (table) {
      if (!table.querySelector(".more")) return;
      var line = make("p", "line");
      make("b", "", line).textContent = table.querySelector("th").textContent + ": ";
      line.append(all(table, ".one .what").map(function (what) { return what.textContent.trim(); }).join(", "));
      table.replaceWith(line);
    });
  }
  // What needs no line of its own: a few boxes. A keyword that a table, a strip or an option names need
  // not be named again.
  function tidy(page) {
    var first = {};
    all(page, ".u").forEach(function (unit) {
      all(unit, "[data-move='0']").forEach(function (line) { line.remove(); });
      var boxes = all(unit, ".kp");
      if (boxes.length === 1 && !boxes[0].querySelector(".lab b") && boxes[0].querySelectorAll(".bx").length <= 12) {
        unit.querySelector(".bxs").append(boxes[0].querySelector(".row"));
        boxes[0].remove();
      }
      var shown = all(unit, ".kw, .who span, .taken").map(function (part) { return part.textContent; }).join(", ");
      all(unit, "[data-k]").forEach(function (name) {
        if (shown.indexOf(name.dataset.k) >= 0) name.remove();
      });
      // Nor does a unit as above name what the tables above name.
      var left = all(unit, "[data-k]"), before = first[unit.dataset.card];
      if (before) left.forEach(function (name) { if (before.indexOf(name.dataset.k) < 0) name.remove(); });
      else first[unit.dataset.card] = left.map(function (name) { return name.dataset.k; });
      all(unit, ".line > *").forEach(function (part) { part.classList.toggle("whole", part.textContent.length < WHOLE); });
    });
  }

  // A unit higher than a page is parted: the second half of its weapons stands under its name again.
  function part(unit) {
    var rows = all(unit, ".gear > tbody"), half = Math.ceil(rows.length / 2), rest = unit.cloneNode(true);
    if (rows.length < 2) return false;
    rows.slice(half).forEach(function (row) { row.remove(); });
    all(unit, ":scope > .line").forEach(function (line) { line.remove(); });
    all(rest, ".gear > tbody").slice(0, half).forEach(function (row) { row.remove(); });
    all(rest, ".band, .ticks, .track, .kwd, .bxs > *, .p > *").forEach(function (gone) { gone.remove(); });
    rest.querySelector("h3 small").textContent = "continued";
    rest.querySelector(".p").textContent = "";
    [unit, rest].forEach(function (block) { all(block, ".gear").forEach(function (table) { if (!table.querySelector("tbody")) table.remove(); }); });
    unit.after(rest);
    return true;
  }

  // Where to split a row of blocks so that the higher column is as low as can be.
  function split(heights) {
    var right = heights.reduce(function (sum, height) { return sum + height; }, 0), left = 0, best = { height: right, at: heights.length };
    heights.forEach(function (height, at) {
      left += height; right -= height;
      if (Math.max(left, right) <= best.height) best = { height: Math.max(left, right), at: at + 1 };
    });
    return best;
  }
  // Pages as lists of parts: which blocks of which force, and where the second column begins.
  function share(forces, first, room) {
    var pages = [[]], left = first;
    forces.forEach(function (force, number) {
      var from = 0;
      do {
        var rest = force.heights.slice(from), count = rest.length;
        while (count && force.head + split(rest.slice(0, count)).height > left) count--;
        if (rest.length && !count && left < room) { pages.push([]); left = room; continue; }
        if (!count) count = Math.min(1, rest.length);
        var part = split(rest.slice(0, count));
        pages[pages.length - 1].push({ force: number, from: from, to: from + count, second: from + part.at });
        left -= force.head + part.height;
        from += count;
        if (from < force.heights.length) { pages.push([]); left = room; }
      } while (from < force.heights.length);
    });
    return pages;
  }

  function layOut(page) {
    var box = page.querySelector(".forces"), footer = page.querySelector(".colophon");
    all(page, ".u").forEach(Fit.strips); tidy(page);
    // No sign is explained that is not there.
    [[".signs", ".u .bx"], [".leads", ".u .bx.lead"]].forEach(function (sign) {
      if (!page.querySelector(sign[1])) all(footer, sign[0]).forEach(function (part) { part.remove(); });
    });
    var forces = all(box, ":scope > .force");
    // Blocks are measured at the width of a column.
    forces.forEach(function (force) {
      var blocks = make("div", "column", null);
      blocks.append.apply(blocks, Array.prototype.slice.call(force.querySelector(".flow").children));
      force.querySelector(".flow").className = "columns";
      force.querySelector(".columns").append(blocks, make("div", "column"));
    });
    var measured;
    // Copies keep their styles where a policy forbids styles in text.
    function restore(unit, kept) { unit.replaceChildren.apply(unit, kept.cloneNode(true).childNodes); }
    function measure(type) {
      page.style.setProperty("--t", type + "pt");
      all(page, ".u").forEach(function (unit, at) {
        restore(unit, written[at]);
        Fit.bands(unit);
        all(unit, ".gear").forEach(Fit.shape);
      });
      // A name gets narrower before it takes a second line, and then the boxes go below it.
      ["narrow", "low"].forEach(function (way) {
        all(page, ".u > .name").filter(function (name) { return Fit.lines(name.firstElementChild) > 1.7 && (way === "narrow" || name.querySelector(".bx")); }).forEach(function (name) { name.classList.add(way); });
      });
      measured = forces.map(function (force) {
        var columns = force.querySelector(".columns"), style = getComputedStyle(force);
        var blocks = Array.prototype.slice.call(columns.firstElementChild.children);
        return { head: force.offsetHeight - columns.offsetHeight + parseFloat(style.marginTop), blocks: blocks, heights: blocks.map(function (block) { var own = getComputedStyle(block); return block.getBoundingClientRect().height + parseFloat(own.marginBottom); }) };
      });
    }
    var first = box.clientHeight, room = page.clientHeight - parseFloat(getComputedStyle(page).paddingTop) - parseFloat(getComputedStyle(page).paddingBottom) - footer.offsetHeight - 12;
    function pagesAt(type) { measure(type); return share(measured, first - 2, room - 2); }
    // Bands and tables are set anew for every size of type.
    var keep = function () { return all(page, ".u").map(function (unit) { return unit.cloneNode(true); }); }, written = keep();
    for (var round = 0; round < 8; round++) {
      measure(9.5);
      var high = all(page, ".u").map(function (unit) { return unit.offsetHeight > room - 60; });
      if (high.indexOf(true) < 0) break;
      all(page, ".u").forEach(function (unit, at) { restore(unit, written[at]); });
      all(page, ".u").forEach(function (unit, at) { if (high[at]) part(unit); });
      written = keep();
    }
    if (pagesAt(COMFORT).length > 1) {
      all(page, ".u").forEach(function (unit, at) { restore(unit, written[at]); });
      namesOnly(page);
      written = keep();
    }
    var most = page.classList.contains("short") ? 14 : 13, fewest = pagesAt(LEAST).length, low = LEAST, high = most;
    if (fewest > 1) {
      page.classList.add("tight");
      var close = pagesAt(LEAST).length;
      if (close < fewest) fewest = close; else page.classList.remove("tight");
    }
    if (fewest > 1) low = 8.5;
    if (pagesAt(low).length > fewest) fewest = pagesAt(low).length;
    for (var step = 0; step < 6; step++) { var middle = (low + high) / 2; if (pagesAt(middle).length <= fewest) low = middle; else high = middle; }
    // Tables may have another shape at a size that lies between.
    low = Math.floor(low * 10) / 10;
    var pages = pagesAt(low);
    while (pages.length > fewest && low > LEAST) { low = Math.max(LEAST, Math.round(low * 10 - 1) / 10); pages = pagesAt(low); }
    page.dataset.type = low;
    // ---- the pages themselves
    var sheets = [page];
    pages.forEach(function (parts, number) {
      var sheet = page, inner = box;
      if (number) {
        sheet = page.cloneNode(false);
        inner = make("div", "forces", sheet);
        sheet.appendChild(footer.cloneNode(true));
        sheets[number - 1].after(sheet);
        sheets.push(sheet);
      }
      parts.forEach(function (part) {
        var force = forces[part.force], own = measured[part.force], target = force;
        if (part.from || number) {
          target = part.from ? force.cloneNode(true) : force;
          if (part.from) { all(target, ".column").forEach(function (column) { column.textContent = ""; }); var title = target.querySelector("h2"); if (title && !title.querySelector("i")) make("i", "", title).textContent = ", continued"; all(target, ".meters, .forceline").forEach(function (gone) { gone.remove(); }); }
          inner.appendChild(target);
        }
        own.blocks.slice(part.from, part.to).forEach(function (block, at) { target.querySelectorAll(".column")[part.from + at < part.second ? 0 : 1].appendChild(block); });
      });
    });
    sheets.forEach(function (sheet) { spread(sheet); });
    if (sheets.length > 1) sheets.forEach(function (sheet, number) { sheet.classList.remove("last"); make("span", "pg", sheet.querySelector(".colophon")).textContent = (number + 1) + " / " + sheets.length; });
  }
  // What is left is shared between the units; much of it is for notes.
  function spread(sheet) {
    var box = sheet.querySelector(".forces"), fits = function () { return box.scrollHeight <= box.clientHeight; };
    for (var gap = 1.6; gap < 6; gap += .4) { sheet.style.setProperty("--ug", gap + "mm"); if (!fits()) { sheet.style.setProperty("--ug", (gap - .4) + "mm"); break; } }
    var last = box.lastElementChild, left = last ? box.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom : 0;
    if (left < 110) return;
    var height = Math.floor(left - 24), width = Math.floor(box.clientWidth), path = "";
    for (var y = height - 2; y > 24; y -= 30) path += "M0 " + y + "H" + width;
    var notes = make("div", "write", box);
    notes.style.height = height + "px";
    notes.innerHTML = '<svg viewBox="0 0 ' + width + " " + height + '" aria-hidden="true"><path d="' + path + '"/></svg><span>Notes</span>';
  }
  Fit.whenReady(function () { all(document, ".page.roster").forEach(layOut); });
})();
