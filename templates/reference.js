// Shares the blocks of a reference out over three columns a page. Fewest pages first, then the largest type, then columns of equal
// height with few sections broken; blocks are broken only if they are higher than a page.
(function () {
  var all = Fit.all, make = Fit.make, COLUMNS = 3, TYPES = [11, 10.6, 10.2, 9.8, 9.4, 9, 8.7, 8.4, 8.2, 8];

  // Narrow columns of a table are centred.
  function few(table) {
    all(table, "thead th").forEach(function (head, at) {
      var cells = all(table, "tbody tr").map(function (row) { return row.children[at]; });
      if (cells.every(function (cell) { return !cell || cell.textContent.length <= 5; })) cells.concat(head).forEach(function (cell) { if (cell) cell.classList.add("few"); });
    });
  }

  // Short cells stay on one line where the table is no higher for it, and no wider than its column even in the largest type.
  function whole(table, page) {
    var cells = all(table, "th, td"), best = null;
    [0, 9, 16].forEach(function (most) {
      cells.forEach(function (cell) { cell.classList.toggle("whole", cell.textContent.length <= most); });
      page.style.setProperty("--t", TYPES[0] + "pt");
      if (most && table.offsetWidth > table.parentNode.clientWidth + 1) return;
      page.style.setProperty("--t", "8.7pt");
      if (!best || table.offsetHeight <= best.high) best = { most: most, high: table.offsetHeight };
    });
    cells.forEach(function (cell) { cell.classList.toggle("whole", cell.textContent.length <= best.most); });
  }

  function layOut(page) {
    var box = page.querySelector(".blocks"), source = make("div", "source", page), blocks, again;
    var gap = parseFloat(getComputedStyle(box).columnGap), room = box.clientHeight - 2;
    source.style.width = (box.clientWidth - (COLUMNS - 1) * gap) / COLUMNS + "px";
    source.append.apply(source, Array.prototype.slice.call(box.children));
    all(source, "table").forEach(function (table) { few(table); whole(table, page); });
    if (!source.childElementCount) { source.remove(); return; }

    function measure(type, tight) {
      page.style.setProperty("--t", type + "pt"); page.classList.toggle("tight", tight);
      blocks = all(source, ".blk").map(function (block) { return { block: block, height: block.getBoundingClientRect().height, first: block.classList.contains("first"), title: block.dataset.title }; });
      again = source.querySelector("h2").getBoundingClientRect().height + 7;
    }
    // What is higher than a page is parted: tables by rows, texts by words.
    function part(high) {
      all(source, ".blk").forEach(function (block) {
        for (var round = 0; block.getBoundingClientRect().height > high && round < 200; round++) {
          var rest = block.cloneNode(true), rows = all(block, "tbody tr"), step = block.querySelector(".step");
          rest.classList.remove("first"); all(rest, "h2").forEach(function (title) { title.remove(); });
          if (rows.length > 1) {
            var keep = Math.max(1, Math.floor(rows.length * high / block.getBoundingClientRect().height) - 1);
            rows.slice(keep).forEach(function (row) { row.remove(); });
            all(rest, "tbody tr").slice(0, keep).forEach(function (row) { row.remove(); });
          } else {
            var node = step ? step.lastChild : null, text = node && node.nodeType === 3 ? node.data : "";
            if (text.length < 40) break;
            var at = text.lastIndexOf(" ", Math.floor(text.length * high / block.getBoundingClientRect().height * .85));
            if (at < 1) at = Math.floor(text.length / 2);
            node.data = text.slice(0, at);
            rest.querySelector(".step").textContent = text.slice(at).trim();
          }
          block.after(rest);
          block = rest;
        }
      });
    }
    function count() {
      var columns = 1, height = 0;
      blocks.forEach(function (block, at) {
        var next = blocks[at + 1], need = block.height + (block.first && next && !next.first ? Math.min(next.height, room / 3) : 0);
        if (height && height + need > room) { columns++; height = block.first ? 0 : again; }
        height += block.height;
      });
      return columns;
    }
    // The best way to cut the row of blocks into columns. best[c][i]: the first i blocks in c columns.
    function share(columns) {
      var n = blocks.length, sum = [0], i, j, c;
      for (i = 0; i < n; i++) sum.push(sum[i] + blocks[i].height);
      var goal = Math.min(room, (sum[n] + again * columns * .4) / columns), split = Math.pow(room * .16, 2), best = [[0]], from = [[]];
      for (i = 1; i <= n; i++) best[0][i] = Infinity;
      for (c = 1; c <= columns; c++) {
        best[c] = [Infinity]; from[c] = [0];
        for (i = 1; i <= n; i++) {
          best[c][i] = Infinity;
          for (j = i - 1; j >= 0; j--) {
            var height = sum[i] - sum[j] + (blocks[j].first ? 0 : again);
            if (height > room) break;
            var last = blocks[i - 1], lone = last.first && i < n && !blocks[i].first;
            var cost = best[c - 1][j] + Math.pow(goal - height, 2) * (height > goal ? 1.4 : 1) + (blocks[j].first ? 0 : split) + (lone ? split * 9 : 0);
            if (cost < best[c][i]) { best[c][i] = cost; from[c][i] = j; }
          }
        }
      }
      if (best[columns][n] === Infinity) return null;
      var parts = [];
      for (i = n, c = columns; c > 0; c--) { j = from[c][i]; parts.unshift(blocks.slice(j, i)); i = j; }
      return parts;
    }

    measure(8, true); part(room - again); measure(8, true);
    var pages = Math.ceil(count() / COLUMNS), parts = null;
    do {
      [false, true].some(function (tight) {
        return TYPES.some(function (type) { measure(type, tight); parts = count() <= pages * COLUMNS ? share(Math.min(pages * COLUMNS, blocks.length)) : null; return parts; });
      });
    } while (!parts && pages++ < 60);
    if (!parts) return;
    var sheets = [page];
    for (var number = 1; number < pages; number++) {
      var sheet = page.cloneNode(true);
      sheet.querySelector(".source").remove();
      sheet.querySelector(".blocks").textContent = "";
      sheets[number - 1].after(sheet);
      sheets.push(sheet);
    }
    parts.forEach(function (part, at) {
      var column = make("div", "column", sheets[Math.floor(at / COLUMNS)].querySelector(".blocks"));
      part.forEach(function (block, place) {
        if (!place && !block.first) {
          var title = make("h2", "", make("div", "blk", column));
          title.textContent = block.title;
          make("i", "", title).textContent = ", continued";
        }
        column.append(block.block);
      });
    });
    source.remove();
    sheets.forEach(function (sheet, number) {
      sheet.classList.toggle("last", sheet.classList.contains("last") && number === sheets.length - 1);
      if (sheets.length < 2) return;
      var pg = sheet.querySelector(".pg");
      pg.textContent = number + 1;
      make("small", "", pg).textContent = " of " + sheets.length;
    });
  }
  Fit.whenReady(function () { all(document, ".page.ref").forEach(layOut); });
})();
