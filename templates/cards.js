// Fits cards and puts them on sheets. What gives way, in this order: width of names and columns, shape of tables, height of the
// picture, size of type down to the comfortable step, blocks that go to the back, and only then the least size of type. What even
// then does not fit goes on, on a further card.
(function () {
  var all = Fit.all, make = Fit.make;
  var page = JSON.parse(document.getElementById("page").textContent);
  // Sizes of type in points; the heights in millimetres that pictures and faction panels have at least.
  var SIZES = {
    poker: { steps: [9, 8.6, 8.2, 7.8, 7.4, 7], comfort: 7.4, art: [14, 9], id: [15, 8], deck: 13 },
    tarot: { steps: [10.4, 10, 9.6, 9.2, 8.8, 8.4, 8, 7.5, 7], comfort: 8.4, art: [22, 12], id: [24, 12], deck: 15 },
    a6: { steps: [13.5, 13, 12.5, 12, 11.5, 11, 10.5, 10, 9.5, 9, 8.5], comfort: 10.5, art: [26, 14], id: [36, 18], deck: 20 },
    half: { steps: [15.5, 15, 14.5, 14, 13.5, 13, 12.5, 12, 11.5, 11, 10.5, 10, 9.5, 9, 8.5, 8, 7.5, 7], comfort: 11, art: [0], id: [34, 18], deck: 24 }
  };
  var NAMES = [[1, 82, 1], [1, 72, 1], [1, 62, 1], [.82, 82, 2], [.82, 72, 2], [.72, 72, 2], [.66, 62, 2], [.52, 62, 3], [.46, 62, 3], [.4, 62, 4], [.34, 62, 4]];
  var size = SIZES[page.card], half = page.card === "half", least = size.steps[size.steps.length - 1];
  var good = size.steps.filter(function (step) { return step >= size.comfort; });
  // Names up to this length are not broken over lines.
  var WHOLE = 30;
  // No card needs more faces than this; it is the last stop for texts without end.
  var FACES = 60;

  function name(card) {
    var title = card.querySelector(".head h2"), head = card.querySelector(".head");
    if (!title) return;
    var room = head.clientHeight - parseFloat(getComputedStyle(head).paddingTop) - 1;
    var fits = NAMES.some(function (set) {
      // Never below the least size of type.
      var scale = Math.max(set[0], 7 / parseFloat(getComputedStyle(card).getPropertyValue("--name")) / (card.classList.contains("back") ? .8 : 1));
      title.style.setProperty("--ns", scale); title.style.setProperty("--nw", set[1]);
      return Fit.lines(title) < set[2] * .95 + .5 && title.scrollWidth <= title.clientWidth + 1 && title.parentNode.offsetHeight <= room;
    });
    if (fits) return;
    title.classList.add("cropped");
    var type = card.querySelector(".head .type");
    for (var rows = 3; rows > 0 && title.parentNode.offsetHeight > room; rows--) {
      title.style.webkitLineClamp = rows;
      if (type && rows < 3) type.style.webkitLineClamp = 1;
    }
  }

  function wraps(card) { return all(card, ".gear .what").filter(function (what) { return Fit.lines(what) > (what.querySelector(".row") ? 2.3 : 1.75); }).length; }
  function within(box) { return box.scrollWidth <= box.clientWidth + 1 && box.scrollHeight <= box.clientHeight + 1; }
  // What stands in a box keeps off its lower edge, too.
  function spaced(box) {
    var last = box.lastElementChild, edge = box.getBoundingClientRect().bottom - parseFloat(getComputedStyle(box).paddingBottom);
    return within(box) && (!last || last.getBoundingClientRect().bottom <= edge + 1);
  }
  function fits(card) {
    if (card.dataset.wraps && wraps(card) > +card.dataset.wraps) return false;
    var panel = card.querySelector(".panel");
    if (half && isOverColumns(card)) return false;
    return panel.scrollHeight <= panel.clientHeight + 1 && all(card, ".body, .rules, .say").every(function (box) {
      return half && box.classList.contains("body") || box.classList.contains("say") ? within(box) : box.scrollWidth <= box.clientWidth + 1;
    });
  }
  // On half a page nothing is wider than its column; each part of a table in two columns counts alone.
  function column(body) {
    var style = getComputedStyle(body);
    return (body.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - parseFloat(style.columnGap)) / 2;
  }
  function isOverColumns(card) {
    return all(card, ".body > .gear, .body > .track").some(function (table) {
      var room = column(table.parentNode) + 1;
      return Array.from(table.getClientRects()).some(function (part) { return part.width > room; });
    });
  }
  function put(card, type, art) {
    card.style.setProperty("--t", type + "pt"); card.style.setProperty("--artmin", art + "mm");
    card.classList.toggle("noart", art === 0);
  }
  function last(all) { return all[all.length - 1]; }
  // The first of these sizes that fits. Where the least of all does not, nothing else is tried.
  function tries(card, steps, arts) {
    put(card, last(steps), last(arts));
    return fits(card) && arts.some(function (art) { return steps.some(function (step) { put(card, step, art); return fits(card); }); });
  }

  // ---- moving
  // The last words of a text; what has no spaces is cut between letters.
  function splitText(block) {
    var walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT), node, last = null;
    while ((node = walker.nextNode())) if (node.data.trim().length > 40) last = node;
    if (!last) return null;
    var words = last.data.split(" "), half = Math.floor(words.length / 2), text = last.data, at = words.slice(0, half).join(" ").length;
    if (words.length < 8) { var letters = Array.from(text); at = letters.slice(0, Math.floor(letters.length / 2)).join("").length; }
    last.data = text.slice(0, at);
    return text.slice(at);
  }
  function restOf(block, to, text) {
    var rest = to.firstElementChild;
    if (!rest || rest.dataset.rest !== block.dataset.rest || !block.dataset.rest) {
      block.dataset.rest = block.dataset.rest || String(++serial);
      rest = make("p", "kwd"); rest.dir = "auto"; rest.dataset.rest = block.dataset.rest;
      to.insertBefore(rest, to.firstChild);
    }
    rest.textContent = (text + rest.textContent).trim() === "" ? rest.textContent : text.replace(/^ /, "") + rest.textContent;
  }
  // Moves the end of a box to the front of another; false if nothing can be moved.
  var serial = 0;
  function moveLast(from, to) {
    var last = from.lastElementChild;
    if (!last) return false;
    var bodies = last.tagName === "TABLE" ? all(last, ":scope > tbody") : [];
    if (bodies.length > 1 || bodies.length && to.firstElementChild && last.dataset.part && to.firstElementChild.dataset.part === last.dataset.part && from.children.length > 1) {
      last.dataset.part = last.dataset.part || String(++serial);
      var there = to.firstElementChild;
      if (!there || there.dataset.part !== last.dataset.part) {
        there = last.cloneNode(false);
        var head = last.querySelector("thead");
        if (head) there.appendChild(head.cloneNode(true));
        to.insertBefore(there, to.firstChild);
      }
      there.insertBefore(bodies[bodies.length - 1], there.querySelector(":scope > tbody"));
      if (bodies.length === 1) last.remove();
      return true;
    }
    if (from.children.length > 1) { to.insertBefore(last, to.firstChild); return true; }
    var text = splitText(last);
    if (text === null) return false;
    restOf(last, to, text);
    return true;
  }

  // ---- fronts and backs
  // The names of what stands on the back.
  function names(front, back) {
    var shown = all(front, ".gear .kw").map(function (part) { return part.textContent; }).join(", ").split(", ");
    var list = all(back, ".rules .kwd > b").map(function (part) { return part.textContent; }).filter(function (text) { return shown.indexOf(text) < 0; });
    if (!list.length) return;
    var line = make("p", "has", front.querySelector(".body"));
    line.innerHTML = '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M4.2 7A7 7 0 1 1 3.4 12"/><path class="h" d="M1 2.5L8 8.5L1 9.8Z"/></svg>';
    list.forEach(function (text, at) { if (at) { make("i", "", line).textContent = "·"; line.append("\u200b"); } var name = make("span", text.length < WHOLE ? "whole" : "", line); name.dir = "auto"; name.textContent = text; });
  }
  // What only names a keyword stands before it: `Medic: First Aid`. Keywords of one text share it.
  function merge(card) {
    var known = new Map(), named = new Map(), blocks = all(card, ".kwd").filter(function (block) { return block.firstElementChild && block.lastChild.nodeType === 3; });
    blocks.forEach(function (block) { named.set(block.firstElementChild.textContent, block); });
    blocks.forEach(function (block) {
      var other = named.get(block.lastChild.data.trim().replace(/\.$/, ""));
      if (!other || other === block || !other.parentNode) return;
      other.firstElementChild.textContent = block.firstElementChild.textContent + ": " + other.firstElementChild.textContent;
      block.remove();
    });
    all(card, ".kwd[data-of]").forEach(function (block) {
      var text = block.lastChild.nodeType === 3 ? block.lastChild.data.trim() : "", first = known.get(text);
      if (!text || !first) { known.set(text, block); return; }
      first.querySelector("b").textContent += ", " + block.querySelector("b").textContent;
      block.remove();
    });
  }
  // A table that is parted between two columns is as wide as both, so on half a page it is measured in one of them, alone.
  function shapeTables(card) {
    var body = card.querySelector(".body"), style = getComputedStyle(body);
    if (half) {
      body.style.width = column(body) + parseFloat(style.paddingLeft) + parseFloat(style.paddingRight) + "px";
      body.style.columns = "auto";
    }
    all(body, ".gear").forEach(Fit.shape);
    body.style.width = body.style.columns = "";
  }

  // A card with little on it, but in small type because of how its tables are shaped: they are shaped again for
  // larger type, if no name takes a second line for it. `written` are the tables before they were shaped.
  function enlarge(card, written) {
    var type = parseFloat(card.style.getPropertyValue("--t")), art = parseFloat(card.style.getPropertyValue("--artmin"));
    if (type >= size.steps[2] || art < size.art[0]) return;
    var replace = function (tables) { all(card, ".body > .gear").forEach(function (table, at) { table.replaceWith(tables[at]); }); };
    var shaped = all(card, ".body > .gear"), wrapped = card.dataset.wraps;
    var isLarger = [size.steps[0], size.steps[2]].some(function (step) {
      replace(written.map(function (table) { return table.cloneNode(true); }));
      put(card, step, art); shapeTables(card); put(card, step, art);
      card.dataset.wraps = 0;
      return fits(card);
    });
    if (isLarger) return;
    card.dataset.wraps = wrapped;
    replace(shaped); put(card, type, art);
  }

  function front(card, back) {
    name(card); Fit.bands(card);
    all(card, ".ticks").forEach(function (box) { if (box.querySelectorAll(".bx").length > 14) box.classList.add("some"); });
    var rules = back.querySelector(".rules");
    if (card.querySelector(".stats")) all(card, ".gear[data-move=back]").forEach(function (table) { rules.insertBefore(table, rules.querySelector(".kwd")); });
    var written = half ? [] : all(card, ".body > .gear").map(function (table) { return table.cloneNode(true); });
    put(card, size.comfort, 0); shapeTables(card); card.dataset.wraps = wraps(card);
    if (half) {
      if (tries(card, good, [0])) return;
      card.dataset.wraps = 99;
      // Large values and boxes give way before the words do.
      if (tries(card, size.steps.filter(function (step) { return step >= 10; }), [0])) return;
      card.classList.add("dense");
      if (tries(card, size.steps, [0])) return;
      put(card, size.comfort, 0);
      while (!fits(card) && moveLast(card.querySelector(".body"), rules)) ;
      return squeeze(card, rules);
    }
    for (;;) {
      if (tries(card, good, size.art)) return all(card, ".body > .gear").length === written.length ? enlarge(card, written) : undefined;
      var block = all(card, ".body [data-move]").sort(function (one, other) { return one.dataset.move - other.dataset.move; })[0];
      if (!block) break;
      rules.insertBefore(block, block.tagName === "TABLE" ? rules.querySelector(".kwd") : rules.firstChild);
    }
    card.dataset.wraps = 99;
    if (tries(card, size.steps, [0])) return roomForArt(card);
    var has = card.querySelector(".has");
    if (has) has.remove();
    if (tries(card, size.steps, [0])) return roomForArt(card);
    while (!fits(card) && moveLast(card.querySelector(".body"), rules)) ;
    squeeze(card, rules);
  }
  function roomForArt(card) {
    var type = parseFloat(card.style.getPropertyValue("--t"));
    put(card, type, 7);
    if (!fits(card)) put(card, type, 0);
  }
  // Even the characteristics are too many: the last models go to the back.
  function squeeze(card, rules) {
    if (fits(card)) return;
    put(card, least, 0);
    while (!fits(card) && moveLast(card.querySelector(".body"), rules)) ;
    while (!fits(card) && card.querySelector(".band").childElementCount && moveLast(card.querySelector(".band"), rules)) ;
  }

  function rear(card) {
    var rules = card.querySelector(".rules");
    name(card);
    if (!rules.childElementCount) { card.classList.add("blank"); card.querySelector(".head").remove(); rules.remove(); return true; }
    card.style.setProperty("--t", size.steps[2] + "pt");
    all(rules, ".gear:not(.stacked)").forEach(Fit.shape);
    var type = function (step) { card.style.setProperty("--t", step + "pt"); return fits(card); };
    // As in `tries`: first whether anything can fit.
    card.style.setProperty("--idmin", last(size.id) + "mm");
    var largest = function (steps) { return type(last(steps)) && steps.some(type); };
    var found = type(last(good)) && size.id.some(function (height) { card.style.setProperty("--idmin", height + "mm"); return good.some(type); });
    if (found) { var id = card.querySelector(".id"); if (id.clientHeight < id.clientWidth * .4) id.classList.add("slim"); return true; }
    card.classList.add("noid"); card.style.setProperty("--idmin", "0mm");
    if (largest(size.steps)) { rules.classList.add("loose"); return true; }
    card.classList.add("narrow");
    if (largest(size.steps)) { rules.classList.add("loose"); return true; }
    return false;
  }
  // A face for what does not fit: the name, and room.
  function further(back) {
    var next = back.cloneNode(true);
    next.classList.add("further");
    next.classList.remove("narrow", "noid", "blank");
    next.querySelector(".rules").textContent = "";
    next.querySelector(".rules").classList.remove("loose");
    return next;
  }
  // Facts that went to the back come forward again if the front has room for them in small type.
  function forward(card, back) {
    return all(back, ".rules > p[data-move]").some(function (fact) {
      var body = card.querySelector(".body"), type = card.style.getPropertyValue("--t"), art = card.style.getPropertyValue("--artmin");
      body.insertBefore(fact, body.querySelector(".gear"));
      if (tries(card, size.steps, [0])) return true;
      // Before there is a second card, the names of what stands on the back go.
      var has = card.querySelector(".has");
      if (has) { has.remove(); if (tries(card, size.steps, [0])) return true; body.append(has); }
      back.querySelector(".rules").prepend(fact);
      put(card, parseFloat(type), parseFloat(art));
      return false;
    });
  }
  // What several units have stands on the reference, if that is printed too: its name is enough.
  function refer(back) {
    var rules = back.querySelector(".rules"), shared = all(rules, ".kwd[data-shared]");
    shared.sort(function (one, other) { return other.dataset.shared - one.dataset.shared || other.textContent.length - one.textContent.length; });
    return page.reference && shared.some(function (block) {
      var see = rules.querySelector(".see");
      if (see) see.append(", "); else { see = make("p", "see", rules); see.textContent = "On the reference sheet: "; }
      see.append(block.querySelector("b")); block.remove();
      return fits(back);
    });
  }
  function filled(card) { var rules = card.querySelector(".rules"), panel = card.querySelector(".panel"), last = rules.lastElementChild; return last ? (last.getBoundingClientRect().bottom - panel.getBoundingClientRect().top) / panel.clientHeight : 0; }

  // Rows of boxes that stand one below the other begin at the same place.
  function align(card) {
    all(card, ".ticks").forEach(function (ticks) {
      var rows = all(ticks, ".kp"), tops = rows.map(function (row) { return Math.round(row.getBoundingClientRect().top); });
      if (rows.length < 2 || tops.some(function (top, at) { return at && top <= tops[at - 1]; })) return;
      var high = ticks.offsetHeight;
      ticks.classList.add("rows");
      if (ticks.offsetHeight > high || ticks.scrollWidth > ticks.clientWidth + 1 || !fits(card)) ticks.classList.remove("rows");
    });
  }

  // All faces of a card, measured on a sheet, where their size is fixed.
  function faces(card, back, bench) {
    bench.append(card, back);
    Fit.strips(card); merge(back); merge(card);
    if (!half) names(card, back);
    front(card, back);
    var list = [card, back], face = back;
    var fine = rear(back);
    while (!fine && forward(card, back)) { back.classList.remove("narrow", "noid"); fine = rear(back); }
    if (!fine && refer(back)) { back.querySelector(".rules").classList.add("loose"); fine = true; }
    for (; !fine && list.length < FACES; fine = rear(face)) {
      var next = further(face);
      bench.append(next);
      face.classList.remove("narrow");
      face.style.setProperty("--t", size.comfort + "pt");
      while (!fits(face) && moveLast(face.querySelector(".rules"), next.querySelector(".rules"))) ;
      if (!next.querySelector(".rules").childElementCount) { next.remove(); break; }
      face.querySelector(".rules").classList.add("loose");
      list.push(next);
      face = next;
    }
    // No further card with two lines on it.
    if (list.length > 2 && !face.classList.contains("blank")) {
      var before = list[list.length - 2].querySelector(".rules"), rules = face.querySelector(".rules");
      while (filled(face) < .3 && before.childElementCount > 1 && moveLast(before, rules)) rear(face);
    }
    list.forEach(align);
    // A further card has a back.
    if (list.length % 2) { var empty = further(back); bench.append(empty); rear(empty); list.push(empty); }
    return list;
  }

  function deckFaces(card, back, bench) {
    bench.append(card, back);
    name(card);
    var steps = [], say = card.querySelector(".say");
    for (var step = size.deck; step >= Math.max(7, least - .5); step -= .5) steps.push(step);
    var fit = function (step) { card.style.setProperty("--t", step + "pt"); return spaced(say); };
    if (steps.some(fit)) return [card, back];
    card.classList.add("noart");
    if (steps.some(fit)) return [card, back];
    card.style.setProperty("--t", least + "pt");
    var list = [card], box = say;
    while (!(box === say ? spaced(say) : rear(list[list.length - 1])) && list.length < FACES) {
      var next = back.cloneNode(true);
      next.className = "card back further";
      var header = card.querySelector(".head").cloneNode(true), rules = make("div", "rules");
      all(header, ".pts").forEach(function (part) { part.remove(); });
      next.querySelector(".face").prepend(header);
      next.querySelector(".panel").prepend(rules);
      bench.append(next);
      while (!(box === say ? spaced(say) : fits(list[list.length - 1])) && moveLast(box, rules)) ;
      if (!rules.childElementCount) { next.remove(); break; }
      list.push(next);
      box = rules;
    }
    if (list.length % 2) list.push(back);
    return list;
  }

  // Lines to write on, where half a page leaves a column free, or two.
  function ruled(card) {
    var body = card.querySelector(".body"), last = body.lastElementChild;
    if (!last) return;
    var end = last.getBoundingClientRect(), box = body.getBoundingClientRect(), isLeft = end.left < box.left + box.width / 2 && end.right < box.left + box.width / 2;
    lines(body, Math.floor(box.bottom - end.bottom - 14), "Notes");
    if (isLeft) lines(body, Math.floor(box.height - 6), body.querySelector(".notes") ? "" : "Notes").style.breakBefore = "column";
    while (!within(body) && body.querySelector(".notes")) body.lastElementChild.remove();
  }
  function lines(body, height, title) {
    var notes = make("div", "notes"), width = Math.floor(body.querySelector(":scope > *").offsetWidth), path = "";
    if (height < 44) return notes;
    for (var y = height - 2; y > 20; y -= 26) path += "M0 " + y + "H" + width;
    notes.style.height = height + "px";
    notes.innerHTML = '<svg viewBox="0 0 ' + width + " " + height + '" preserveAspectRatio="none" aria-hidden="true"><path d="' + path + '" vector-effect="non-scaling-stroke"/></svg>';
    notes.append(title);
    return body.appendChild(notes);
  }

  // ---- sheets
  function mm(tenths) { return tenths / 10 + "mm"; }
  var cell = { width: page.width, height: page.folded ? 2 * page.height : page.height };
  function put_at(card, sheet, place, side) {
    var column = place % page.columns, row = Math.floor(place / page.columns);
    if (side && !page.folded) column = page.columns - 1 - column;
    card.style.left = mm(page.left + column * cell.width);
    card.style.top = mm(page.top + row * cell.height + (page.folded && !side ? page.height : 0));
    if (page.folded && side) card.classList.add("turned");
    sheet.appendChild(card);
  }
  function line(sheet, x, y, width, height) {
    var mark = make("i", "cut", sheet);
    mark.style.left = mm(x); mark.style.top = mm(y); mark.style.width = mm(width); mark.style.height = mm(height);
  }
  // Marks where to cut: in the margin if there is one, else at the edges of the sheet.
  function marks(sheet, count) {
    var width = page.sheetWidth, height = page.sheetHeight, long = 40, gap = 26, row, column;
    var right = page.left + page.columns * cell.width, bottom = page.top + page.rows * cell.height;
    for (column = 0; column <= page.columns; column++) {
      var x = page.left + column * cell.width - .5;
      if (page.top >= long + gap) { line(sheet, x, page.top - gap - long, 1, long); line(sheet, x, bottom + gap, 1, long); }
      else if (page.top >= 45) { line(sheet, x, page.top - 45, 1, 25); line(sheet, x, bottom + 20, 1, 25); }
      else if (column > 0 && column < page.columns) { line(sheet, x, 0, 1, 40); line(sheet, x, height - 40, 1, 40); }
    }
    for (row = 0; row <= page.rows; row++) {
      var y = page.top + row * cell.height - .5;
      if (page.left >= 45) { line(sheet, page.left - Math.min(page.left - 10, gap + long), y, Math.min(long, page.left - 30), 1); line(sheet, right + Math.min(gap, page.left - 35), y, Math.min(long, page.left - 30), 1); }
      else if (row > 0 && row < page.rows) { line(sheet, 0, y, 40, 1); line(sheet, width - 40, y, 40, 1); }
      if (page.folded && row < page.rows) [Math.max(0, page.left - 80), Math.min(width - 60, right + 20)].forEach(function (x) {
        var fold = make("i", "fold", sheet);
        fold.style.left = mm(x); fold.style.top = mm(page.top + row * cell.height + page.height); fold.style.width = mm(60);
      });
    }
  }
  function bleed(sheet, places) {
    if (!page.bleed) return;
    places.forEach(function (place, at) {
      var ground = make("i", "bleed"), column = at % page.columns, row = Math.floor(at / page.columns);
      if (place) column = page.columns - 1 - column;
      ground.style.left = mm(page.left + column * cell.width - 20); ground.style.top = mm(page.top + row * cell.height - 20);
      ground.style.width = mm(cell.width + 40); ground.style.height = mm(cell.height + 40);
      ground.style.background = "var(--deep)";
      sheet.prepend(ground);
    });
  }
  function slug(sheet, text) {
    if (page.top < 110) return;
    var note = make("p", "slug", sheet);
    make("span", "", note).textContent = text;
    make("span", "", note).textContent = "100 %, not “fit to page”";
  }
  function lay(section, pairs) {
    var each = page.columns * page.rows;
    for (var first = 0; first < pairs.length; first += each) {
      var some = pairs.slice(first, first + each), range = "Cards " + (first + 1) + "–" + (first + some.length) + " of " + pairs.length;
      for (var side = 0; side < (page.duplex ? 2 : 1); side++) {
        var sheet = make("div", "sheet", section);
        bleed(sheet, some.map(function () { return side && !page.folded; }));
        some.forEach(function (pair, place) {
          put_at(pair[side], sheet, place, side);
          if (page.folded) put_at(pair[1], sheet, place, 1);
        });
        marks(sheet, some.length);
        slug(sheet, page.folded ? range + " · cut, fold along the dashed line, glue" : range + (page.duplex ? side ? " · backs, flipped on the long edge" : " · fronts" : ""));
      }
    }
  }

  function layOut(section) {
    var cards = all(section, ":scope > .card"), owners = {};
    all(section, ".kwd[data-of]").forEach(function (block) { owners[block.dataset.of] = (owners[block.dataset.of] || 0) + 1; });
    all(section, ".kwd[data-of]").forEach(function (block) { if (owners[block.dataset.of] > 1) block.dataset.shared = owners[block.dataset.of]; });
    // Measuring is slow while all the others stand there.
    cards.forEach(function (card) { card.remove(); });
    var bench = make("div", "sheet", section), pairs = [];
    for (var at = 0; at + 1 < cards.length; at += 2) {
      var isDeck = cards[at].classList.contains("deckcard");
      var list = (isDeck ? deckFaces : faces)(cards[at], cards[at + 1], bench);
      if (half && !isDeck) ruled(cards[at]);
      list.forEach(function (face) { face.remove(); face.dataset.card = at / 2; });
      for (var face = 0; face < list.length; face += 2) {
        // On one side of the paper an empty back is not worth half a page.
        if (page.duplex || page.folded) pairs.push([list[face], list[face + 1]]);
        else [list[face], list[face + 1]].forEach(function (one) { if (!one.classList.contains("blank")) pairs.push([one]); });
      }
    }
    bench.remove();
    tally(section, pairs.length);
    lay(section, pairs);
    return pairs.length;
  }
  // How many cards are cut: on screens above the sheets, and for whoever has the page printed.
  function tally(section, cards) {
    var each = page.columns * page.rows, sheets = Math.ceil(cards / each), note = make("p", "tally", section);
    note.textContent = cards + (cards === 1 ? " card" : " cards") + " on " + sheets + (sheets === 1 ? " sheet" : " sheets") + (page.duplex ? ", both sides printed" : "");
  }
  Fit.whenReady(function () {
    var counts = all(document, ".cards").map(layOut);
    document.documentElement.dataset.cards = counts.reduce(function (sum, count) { return sum + count; }, 0);
  });
})();
