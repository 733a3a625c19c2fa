// The table: ticks, activations, markers, turns and counters. Kept on this device under the fingerprint of the list; every change
// can be undone. Without scripts the page still shows everything.
(function () {
  "use strict";
  var one = function (what, root) { return (root || document).querySelector(what); };
  var all = function (what, root) { return Array.prototype.slice.call((root || document).querySelectorAll(what)); };
  var KEY = "orbat:" + document.body.dataset.list, MOST = 60, turns = +document.body.dataset.turns || Infinity;
  var fresh = { turn: 1, counters: {}, ticks: {}, done: {}, marks: {}, theme: "auto", view: "units" }, state = copy(fresh), past = [];
  function copy(value) { return JSON.parse(JSON.stringify(value)); }
  try {
    var kept = JSON.parse(localStorage.getItem(KEY) || "{}");
    // What another version kept may be of another kind.
    Object.keys(fresh).forEach(function (key) { if (kept[key] && typeof kept[key] === typeof fresh[key]) state[key] = kept[key]; });
  } catch (error) { /* no storage: it lasts as long as the page */ }
  function save() { try { localStorage.setItem(KEY, JSON.stringify(state)); } catch (error) { /* as above */ } }
  function change(say, edit) {
    past.push(copy(state));
    if (past.length > MOST) past.shift();
    edit(); save(); draw();
    if (say) toast(say);
  }
  function undo() {
    var before = past.pop();
    if (!before) return;
    before.theme = state.theme; before.view = state.view;
    state = before; save(); draw();
    one(".toast").hidden = true;
  }
  var timer;
  function toast(text, isFinal) {
    var box = one(".toast");
    one("span", box).textContent = text;
    one("button", box).hidden = !!isFinal;
    box.hidden = false;
    clearTimeout(timer);
    timer = setTimeout(function () { box.hidden = true; }, 3500);
  }
  function flip(set, key) { if (set[key]) delete set[key]; else set[key] = 1; }

  function drawUnit(unit) {
    var boxes = all(".box", unit), lost = boxes.filter(function (box) { return state.ticks[box.dataset.t]; }).length, left = boxes.length - lost;
    var entry = one('.index a[href="#' + unit.id + '"]'), done = !!state.done[unit.id], act = one(".act", unit), marks = one(".marks", unit);
    act.setAttribute("aria-pressed", done);
    act.textContent = done ? "Done" : "Activate";
    entry.classList.toggle("done", done);
    entry.classList.toggle("dead", boxes.length > 0 && !left);
    one("small", entry).textContent = boxes.length ? left + " / " + boxes.length : "";
    all(".mk", marks).forEach(function (mark) { mark.remove(); });
    (state.marks[unit.id] || []).slice().reverse().forEach(function (text, back) {
      var mark = document.createElement("button");
      mark.className = "chip mk";
      mark.textContent = text + " ×";
      mark.dataset.at = state.marks[unit.id].length - 1 - back;
      mark.setAttribute("aria-label", "Remove marker " + text);
      marks.prepend(mark);
    });
  }
  function draw() {
    var dark = state.theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : state.theme === "dark";
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    all("[data-show]").forEach(function (part) { part.textContent = part.dataset.show === "turn" ? state.turn : state.counters[part.dataset.show] || 0; });
    all(".box").forEach(function (box) { box.setAttribute("aria-pressed", !!state.ticks[box.dataset.t]); });
    all(".tick").forEach(function (row) {
      var boxes = all(".box", row), left = boxes.filter(function (box) { return !state.ticks[box.dataset.t]; }).length;
      one(".left", row).textContent = left + " of " + boxes.length + " left";
    });
    all(".unit").forEach(drawUnit);
    all("main > section").forEach(function (view) { view.classList.toggle("on", view.id === "v-" + state.view); });
    all(".views button").forEach(function (button) { button.setAttribute("aria-current", button.dataset.view === state.view); });
    one(".index").hidden = state.view !== "units";
    one(".bar [data-undo]").disabled = !past.length;
  }

  // ---- a sheet from below
  function open(parts) {
    var dialog = one("dialog"), inside = one(".inside", dialog);
    inside.textContent = "";
    inside.append.apply(inside, parts);
    if (!dialog.open) dialog.showModal();
  }
  function element(tag, text, name) {
    var made = document.createElement(tag);
    made.textContent = text;
    if (name) made.className = name;
    return made;
  }
  var words = {};
  all("#words dt").forEach(function (word) { words[word.textContent] = word.nextElementSibling.textContent; });
  function keyword(name) {
    var units = all(".unit").filter(function (unit) { return all("[data-k]", unit).some(function (chip) { return chip.dataset.k === name; }); });
    open([element("h3", name), element("p", words[name] || "Nothing is said about it."), element("p", "Has it: " + units.map(function (unit) { return one("h2", unit).textContent; }).join(", "), "by")]);
  }
  function step(what, by) {
    if (what !== "turn") return change("", function () { state.counters[what] = (state.counters[what] || 0) + by; });
    var next = Math.min(turns, Math.max(1, state.turn + by));
    if (next === state.turn) return;
    change(by > 0 ? "Nobody has been activated yet" : "", function () { state.turn = next; if (by > 0) state.done = {}; });
  }
  function addMarker(unit) {
    var text = (prompt("Marker, such as Pinned") || "").trim().slice(0, 24);
    if (text) change("", function () { (state.marks[unit.id] = state.marks[unit.id] || []).push(text); });
  }
  function newGame() {
    if (!confirm("Start a new game? Ticks, turns and score go back to the start.")) return;
    change("New game", function () { state = Object.assign(copy(fresh), { theme: state.theme, view: state.view }); });
  }
  function nextTheme() {
    state.theme = { auto: "light", light: "dark", dark: "auto" }[state.theme];
    save(); draw();
    toast({ auto: "As on your device", light: "Light", dark: "Dark" }[state.theme], true);
  }

  document.addEventListener("click", function (event) {
    var hit = event.target.closest("button, dialog");
    if (!hit) return;
    if (hit.tagName === "DIALOG") { if (event.target === hit) hit.close(); return; }
    var unit = hit.closest(".unit"), data = hit.dataset;
    if (data.t) change("", function () { flip(state.ticks, data.t); });
    else if (hit.classList.contains("act")) change("", function () { flip(state.done, unit.id); });
    else if (data.k) keyword(data.k);
    else if (data.step) step(data.step, +data.by);
    else if (data.view) { state.view = data.view; save(); draw(); layOut(); scrollTo(0, 0); }
    else if (hit.classList.contains("add")) addMarker(unit);
    else if (hit.classList.contains("mk")) change("Marker removed", function () { state.marks[unit.id].splice(+data.at, 1); });
    else if ("undo" in data) undo();
    else if ("score" in data) { open([one("#counters").content.cloneNode(true)]); draw(); }
    else if ("themeNext" in data) nextTheme();
    else if ("reset" in data) newGame();
    else if (hit.classList.contains("x")) hit.closest("dialog").close();
  });
  one("input[type=search]").addEventListener("input", function () {
    var wanted = this.value.trim().toLowerCase(), found = 0;
    all("#v-rules details").forEach(function (section) {
      var hit = section.textContent.toLowerCase().indexOf(wanted) >= 0;
      section.hidden = !hit;
      found += hit;
      section.open = hit && wanted.length > 1;
      all(".tx > *", section).forEach(function (part) { part.hidden = wanted.length > 1 && part.textContent.toLowerCase().indexOf(wanted) < 0; });
    });
    one(".none").textContent = found ? "" : "Nothing has these words.";
  });
  // Values and labels that are wider than their columns get narrower, then smaller, and only then a second line.
  var SMALLER = ["23px", "20px", "18px", "16px", "14px"];
  function fit(cell, sizes) {
    var inside = cell.firstElementChild, fits = function () { return inside.offsetWidth <= cell.clientWidth - 2; };
    cell.className = "";
    if (sizes.some(function (size) { cell.style.setProperty("--v", size); return fits(); })) return;
    cell.className = "narrow";
    if (!fits()) cell.className = "narrow tall";
  }
  // Where the columns of a table are narrow, their names stand above them once.
  function columns(table) {
    var head = one("h3 .vals", table), rows = all(".gun .vals", table);
    if (head) head.remove();
    table.classList.remove("cols");
    if (!rows.length) return;
    var names = all("dt", rows[0]).map(function (name) { return name.textContent; }), room = table.clientWidth - 120;
    if (rows.some(function (row) { return row.children.length !== names.length; })) return;
    var widths = names.map(function (_, at) { return Math.max.apply(null, rows.map(function (row) { return Math.ceil(row.children[at].getBoundingClientRect().width) + 1; })); });
    if (widths.reduce(function (sum, width) { return sum + width; }, 0) > room) return;
    table.style.setProperty("--c", widths.map(function (width) { return width + "px"; }).join(" "));
    head = element("span", "", "vals");
    head.setAttribute("aria-hidden", "true");
    names.forEach(function (name) { head.append(element("span", name)); });
    one("h3", table).append(head);
    table.classList.add("cols");
  }
  // What is hidden has no width: sections are laid out when they are shown.
  function layOut() {
    all(".on .st dt").forEach(function (cell) { fit(cell, ["13px"]); });
    all(".on .st dd").forEach(function (cell) { fit(cell, SMALLER); });
    all(".on .guns").forEach(columns);
  }
  window.addEventListener("resize", layOut);
  document.fonts.ready.then(layOut);
  // A keyword that a weapon shows need not stand below again.
  all(".unit").forEach(function (unit) {
    var shown = all(".gun [data-k]", unit).map(function (chip) { return chip.dataset.k; });
    all(".own-words [data-k]", unit).forEach(function (chip) { if (shown.indexOf(chip.dataset.k) >= 0) chip.remove(); });
  });
  if ("IntersectionObserver" in window) {
    var seen = new IntersectionObserver(function (entries) {
      entries.filter(function (entry) { return entry.isIntersecting; }).forEach(function (entry) {
        all(".index .here").forEach(function (link) { link.classList.remove("here"); });
        var link = one('.index a[href="#' + entry.target.id + '"]');
        link.classList.add("here");
        one(".index ol").scrollTo({ left: link.offsetLeft - 60 });
      });
    }, { rootMargin: "-130px 0px -70% 0px" });
    all(".unit").forEach(function (unit) { seen.observe(unit); });
  }
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  draw();
  layOut();
})();
