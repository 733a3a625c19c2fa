// A list: its head, its units by slot, and the catalogue of what may be added.

import { html, nothing } from './vendor/lit-html.js';
import { ask } from './engine.js';
import { S, at, catalogueKey, change, draw, duplicate, freshRow, isWide, redo, refresh, remove, run, undo } from './state.js';
import { bar, icon, leftWords, meter, others, pointsWords, profile, purse, sheet, slotWords, verdict, verdictWord, why, words } from './parts.js';
import { deckPart, designsPart } from './details.js';
import { moved } from './settings.js';
import { t } from './text.js';

const here = (page, name, more) => at(S.open.record.id, page, name, more);

/** Every unit of the list, in the order in which they are shown. */
export const unitsOf = view => view.forces.flatMap(force => force.groups).flatMap(group => group.units);

export const spendWord = view => {
  const left = Number(view.left);
  return view.left === null ? t.complete : left > 0 ? t.spend(view.left) : left < 0 ? t.saveOver(-left) : t.spent;
};

export const head = () => {
  const { record, view } = S.open;
  const parts = [view.system?.title, view.faction?.title, view.chart?.title !== view.faction?.title && view.chart?.title];
  const undoButtons = html`<button type="button" class="ib" aria-label=${t.undo} ?disabled=${!record.pos} @click=${undo}>${icon('undo')}</button><button type="button" class="ib" aria-label=${t.redo} ?disabled=${record.pos >= record.last} @click=${redo}>${icon('redo')}</button>`;
  const points = html`<div class="pts"><span class="serif big">${view.points ?? '?'}</span><span class="of">${pointsWords(view)}</span>${view.other_costs.length ? html`<p class="of">${view.other_costs.map(purse).join(' · ')}</p>` : nothing}</div>`;
  const chip = html`<a class="verdict" href=${here('issues')} aria-label=${t.verdictLink(verdictWord(view))}>${S.busy ? html`<span class="wait" aria-hidden="true"></span>` : nothing}${verdict(view)}${icon('next', 'nx')}</a>`;
  const title = html`<div class="ht"><h1 class="serif" tabindex="-1">${view.name}</h1><p>${parts.filter(Boolean).join(' · ')}</p></div>`;
  const back = html`<a class="ib" href="#/" aria-label=${t.myLists}>${icon('back')}</a>`;
  if (!isWide.matches) {
    return html`<header class="head"><div class="h1">${back}${title}${undoButtons}</div><div class="h2">${points}${chip}</div>${bar(view.points, view.limit)}</header>`;
  }
  const button = (page, name, word) => html`<a class="btn h" href=${here(page)}>${icon(name)}<span>${word}</span></a>`;
  return html`<header class="head">${back}${title}<div class="hp">${points}${bar(view.points, view.limit)}</div>${chip}
    <div class="row ha">${undoButtons}${button('spend', 'spend', spendWord(view))}${button('share', 'share', t.share)}${button('print', 'print', t.print)}<a class="ib" href=${here('more')} aria-label=${t.moreTitle}>${icon('more')}</a></div></header>`;
};

export const dock = () => {
  const { view } = S.open;
  return html`<footer class="dock"><a class="btn p grow" href=${here('add')}>${icon('plus')}${t.addUnit}</a><a class="btn" href=${here('spend')}>${icon('spend')}${spendWord(view)}</a><a class="btn ibx" href=${here('more')} aria-label=${t.moreTitle}>${icon('more')}</a></footer>`;
};

/** The list itself. */
export const body = () => {
  const { view, update, record } = S.open;
  const hasDecks = view.decks.length > 0;
  const hasDesigns = view.designs.length > 0 || S.open.army?.models.length > 0 || view.forces.length === 0 && !view.faction;
  const tabs = [['units', t.unitsTab, unitsOf(view).length]];
  if (hasDecks) tabs.push(['deck', t.deck, view.decks.reduce((sum, deck) => sum + deck.count, 0)]);
  if (hasDesigns) tabs.push(['designs', t.designs, view.designs.length]);
  const tab = tabs.some(([id]) => id === S.tab) ? S.tab : 'units';
  return html`
    ${update ? html`<div class="note plain upd">${icon('info')}<div class="grow"><b>${t.dataChanged}</b> ${t.dataDiffers(update.before.points, view.points, verdictWord(update.before), verdictWord(view))}<ul class="small">${moved(update.before, view)}</ul></div><div class="row"><button type="button" class="btn q" @click=${() => change([{ edits: [] }], t.upToDate)}>${t.allRight}</button></div></div>` : nothing}
    ${view.readable ? nothing : html`<div class="note bad">${icon('fix')}<div class="grow"><b>${t.notUnderstood}</b> <a href=${here('source')}>${t.editText}</a></div></div>`}
    ${tabs.length > 1 ? html`<div class="seg tabs" role="tablist" aria-label=${t.partsOfList}>${tabs.map(([id, title, count]) => html`<button type="button" role="tab" aria-selected=${tab === id} @click=${() => { S.tab = id; run(refresh); }}>${title} <span class="n">${count}</span></button>`)}</div>` : nothing}
    ${tab === 'deck' ? html`<h2 class="vh">${t.deck}</h2>${deckPart()}` : tab === 'designs' ? designsPart() : units(view, record)}`;
};

const units = (view, record) => html`
  ${unitsOf(view).length ? nothing : html`<div class="note plain">${icon('info')}<div><b>${t.emptyList}</b> ${t.emptyHint}</div></div>`}
  ${view.forces.length ? view.forces.map(force => force.name ? named(force, view) : force.groups.map(group => slot(group, view, force))) : slot({ title: t.unitsTab, units: [], used: 0, min: 0, max: null, takes: '' }, view, {})}
  ${view.values.length || view.chosen.length || view.fingerprint ? html`<section class="vals"><h2 class="eyebrow">${t.workedOut}</h2><dl>${[...view.chosen, ...view.values].map(line => html`<div><dt>${line.title}</dt><dd>${line.value}</dd></div>`)}${view.fingerprint ? html`<div><dt>${t.code2}</dt><dd><code>${view.fingerprint}</code></dd></div>` : nothing}</dl></section>` : nothing}
  ${view.notes.length ? html`<section class="vals"><h2 class="eyebrow">${t.notes}</h2>${view.notes.map(note => html`<p class="small">${note}</p>`)}</section>` : nothing}`;

/** A force with a heading of its own. */
const named = (force, view) => html`<section class="force depth-${Math.min(force.depth, 3)}" aria-label=${force.name}>
  <div class="ph card"><h2 class="serif grow">${force.name}</h2>${force.faction ? html`<span class="small soft">${force.faction}</span>` : nothing}${force.chart ? html`<span class="small soft">${force.chart}</span>` : nothing}<b class="num">${force.points ?? '?'}${force.limit === null ? nothing : html`<span class="small soft"> ${t.of} ${force.limit}</span>`}${force.other_costs.map(cost => html` <span class="tiny soft">${purse(cost)}</span>`)}</b>
  <a class="ib" aria-label=${t.changeForce(force.name)} href=${here('force', force.name)}>${icon('gear')}</a></div>
  ${force.options.length || force.chosen.length ? html`<p class="small soft fo">${[...force.options.map(option => `${option.count > 1 ? `${option.count} × ` : ''}${option.name}`), ...force.chosen.map(line => line.value)].join(', ')}</p>` : nothing}
  ${isRank(force) ? rank(force, view) : force.groups.map(group => slot(group, view, force))}</section>`;

/** Whether a force is a row of single places, each for one unit. */
const isRank = force => {
  const slots = force.groups.filter(group => group.slot);
  return slots.length > 1 && slots.every(group => group.max === 1);
};

/** Such a force is one card: a line for each place, with its number. */
const rank = (force, view) => {
  const slots = force.groups.filter(group => group.slot);
  const number = group => slots.indexOf(group) + 1 || '·';
  return html`<ol class="us">${force.groups.map(group => html`
    ${group.units.map((unit, place) => unitRow(unit, view, html`<span class="sn ${group.slot ? 'on' : ''}" title=${group.title}>${unit.joins.length && !group.slot ? icon('join') : place && group.slot ? '+' : number(group)}</span>`))}
    ${group.units.length ? nothing : html`<li class="ur free"><span class="sn ${group.min ? 'need' : ''}">${number(group)}</span><span class="grow soft">${group.title}${group.min ? html` · <b class="todo">${t.moreNeeded(1)}</b>` : nothing}</span><a class="ib plus" href=${here('add', group.slot, force.name)} aria-label=${t.addTo(`${group.title}, ${force.name}`)} @click=${() => { S.query = ''; }}>${icon('plus')}</a></li>`}`)}</ol>`;
};

const slot = (group, view, force) => {
  const isOver = group.max !== null && group.used > group.max;
  const isMissing = group.used < group.min;
  const kind = isOver ? 'bad' : isMissing ? 'todo' : 'soft';
  const of = force.name ? `, ${force.name}` : '';
  const isAddable = group.slot || force.name || !view.forces.some(other => other.groups.some(known => known.slot));
  return html`<section class="slot" aria-label=${`${group.title}${of}`}><div class="sl"><div class="grow">${force.name ? html`<h3>${group.title}</h3>` : html`<h2>${group.title}</h2>`}
    <p class="small ${kind}">${group.slot ? html`${meter(group)}<span>${slotWords(group)}</span>` : t.units(group.used)}</p></div>
    ${isAddable ? html`<a class="ib plus" href=${here('add', group.slot || '-', force.name)} aria-label=${t.addTo(`${group.title}${of}`)} @click=${() => { S.query = ''; }}>${icon('plus')}</a>` : nothing}</div>
    ${group.units.length ? html`<ul class="us">${group.units.map(unit => unitRow(unit, view))}</ul>` : nothing}</section>`;
};

const unitRow = (unit, view, place = nothing) => {
  const issues = view.issues.filter(issue => issue.kind !== 'note' && issue.units.includes(unit.id) && (!issue.counted || issue.units.length < 3));
  const isSelected = isWide.matches && S.route.page === 'unit' && S.route.name === unit.id;
  const isDesigned = model => view.designs.includes(model);
  const models = unit.kinds.length > 1 || unit.kinds.some(kind => isDesigned(kind.name)) ? unit.kinds.map(kind => `${kind.count} ${kind.name}`).join(', ') : '';
  // What a design takes is said of the design.
  const options = unit.options.filter(option => !isDesigned(option.model)).map(option => `${option.count > 1 ? `${option.count} × ` : ''}${option.name}`).join(', ');
  const tags = [
    ...unit.roles.map(role => html`<span class="tag a">${role}</span>`),
    ...unit.joins.map(host => html`<span class="tag">${icon('join')}${t.with(host)}</span>`),
    ...unit.joined.map(guest => html`<span class="tag">${icon('join')}${t.joinedBy(guest)}</span>`),
    ...(unit.rides ? [html`<span class="tag">${icon('ride')}${t.in(unit.rides)}</span>`] : []),
    ...unit.chosen.map(line => html`<span class="tag">${line.value}</span>`),
    ...(unit.unlocked_by.length ? [html`<span class="tag">${t.unlockedBy(unit.unlocked_by.join(', '))}</span>`] : []),
  ];
  return html`<li class="ur ${issues.length ? 'wrong' : ''} ${isSelected ? 'sel' : ''}"><a href=${here('unit', unit.id)} data-unit=${unit.id} aria-current=${isSelected ? 'true' : nothing}>${place}
    <span class="grow"><span class="un">${unit.models > 1 ? html`<b class="cnt">${unit.models}</b> ` : nothing}${unit.name}</span>
    ${unit.title !== unit.name ? html`<span class="us1">${unit.title}</span>` : nothing}${models ? html`<span class="us1">${models}</span>` : nothing}${options ? html`<span class="us1">${options}</span>` : nothing}
    ${tags.length ? html`<span class="tags">${tags}</span>` : nothing}
    ${issues.map(issue => html`<span class="uiss ${issue.kind}">${icon(issue.kind === 'add' ? 'todo' : 'fix')}<span>${words(issue.message)}</span></span>`)}</span>
    <b class="num up">${unit.points ?? '?'}${others(unit.other_costs)}</b></a></li>`;
};

// ---- the catalogue

export const catalogue = () => {
  const { catalogue: rows, view, catalogueFor } = S.open;
  if (!rows) return html`<p class="soft pad">${view.readable ? t.reading : t.notUnderstood}</p>`;
  const sought = S.query.trim().toLowerCase();
  const finds = row => [row.title, ...row.words].some(word => word.toLowerCase().includes(sought));
  const groups = rows.groups.map(group => ({ ...group, rows: rows.units.filter(row => row.group === group.id && finds(row)) })).filter(group => group.rows.length);
  const wanted = groups.some(group => group.id === S.group) ? S.group : '';
  const slots = view.forces.flatMap(force => (force.name || '') === S.force ? force.groups : []);
  const slotOf = group => slots.find(known => known.slot === group.id);
  const chip = (id, title, slot) => html`<button type="button" class="chip" aria-pressed=${wanted === id} @click=${() => { S.group = id; draw(); }}>${title}${slot ? html`<span class="n">${slot.used}${slot.max === null ? '' : `/${slot.max}`}</span>` : nothing}</button>`;
  return html`<div class="cath"><div class="search">${icon('search')}<label class="vh" for="q">${t.searchUnits}</label><input class="in" id="q" type="search" placeholder=${t.nameOrKeyword} autocomplete="off" .value=${S.query} @input=${event => { S.query = event.target.value; draw(); }}>${isWide.matches ? html`<kbd aria-hidden="true">/</kbd>` : nothing}</div>
    ${groups.length > 1 || wanted || S.force ? html`<div class="chips" role="group" aria-label=${t.slot}>${S.force ? html`<a class="chip" aria-pressed="true" role="button" href=${here('add')}>${S.force}${icon('close')}</a>` : nothing}${chip('', t.all)}${groups.map(group => chip(group.id, group.title, slotOf(group)))}</div>` : nothing}</div>
    <div class=${catalogueFor === catalogueKey() ? '' : 'stale'}>
    ${groups.filter(group => !wanted || group.id === wanted).map(group => rowsOf(group, slotOf(group)))}
    ${rows.is_whole === false ? html`<p class="small soft pad">${t.notAllLooked}</p>` : nothing}
    ${groups.length ? nothing : html`<p class="soft ctrt pad">${S.query ? t.nothingCalled(S.query) : t.nothingToAdd}</p>`}</div>`;
};

const rowsOf = (group, slot) => {
  const fits = group.rows.filter(row => row.fits).sort((a, b) => b.needed - a.needed);
  const rest = group.rows.filter(row => !row.fits);
  // A reason that all of them share is said once.
  const shared = rest.length > 2 && rest.every(row => row.why[0] === rest[0].why[0]) ? rest[0].why[0] : null;
  return html`<section class="cg" aria-label=${group.title}><h3>${group.title} <span class="soft">${slot ? `${slotWords(slot)} · ` : ''}${fits.length ? t.fit(fits.length) : t.noneFits}</span></h3>
    ${fits.length ? html`<ul class="card">${fits.map(row => addRow(row))}</ul>` : nothing}
    ${shared ? html`<p class="gw small">${why([shared])}</p>` : nothing}
    ${rest.length ? html`<ul class="card nos">${rest.map(row => addRow(row, shared))}</ul>` : nothing}</section>`;
};

const addRow = (row, shared) => {
  const isPeeked = S.peek === row.unit;
  const tags = [
    row.needed && html`<span class="tag todo">${t.needed}</span>`,
    row.force && html`<span class="tag a">${row.begins_force ? t.begins(row.force) : row.force}${row.slot ? `, ${row.slot}` : ''}</span>`,
  ].filter(Boolean);
  const peek = () => {
    S.peek = isPeeked ? null : row.unit;
    S.peekCard = null;
    draw();
    if (S.peek) run(async () => { S.peekCard = await ask('card', { list: S.open.record.text, unit: row.unit }); draw(); });
  };
  const add = () => change(async () => {
    const now = await freshRow(row);
    return [{ add: { unit: now.unit, to: now.to } }];
  }, t.added(row.title));
  return html`<li class="ar ${row.fits ? '' : 'no'}"><button type="button" class="ai" aria-expanded=${isPeeked} @click=${peek}><span class="un">${row.title}${row.in_list ? html` <span class="tag ok">×${row.in_list}</span>` : nothing}</span>
    <span class="us1">${t.models(row.models)}${row.unique ? ` · ${t.onlyOne}` : ''}</span>${tags.length ? html`<span class="tags">${tags}</span>` : nothing}
    ${row.fits ? nothing : shared ? html`<span class="vh">${shared}</span>` : why(row.why)}</button>
    <b class="num up">${row.points ?? '?'}${others(row.other_costs)}</b>
    <button type="button" class="ib plus" aria-label=${t.addLabel(row.title, row.points, row.fits)} @click=${add}>${icon('plus')}</button>
    ${isPeeked ? html`<div class="peek">${S.peekCard ? profile(S.peekCard) : html`<p class="soft">${t.reading}</p>`}${S.peekCard?.choices.length ? html`<dl class="kw small">${S.peekCard.choices.map(line => html`<div><dt>${line.title}</dt><dd class="soft">${line.value}</dd></div>`)}</dl>` : nothing}${row.fits ? nothing : html`<p class="small">${row.why.join('. ')}. ${t.canBeAdded}</p>`}</div>` : nothing}</li>`;
};

export const addSheet = close => sheet({
  title: t.addTitle,
  right: html`<span class="small soft">${leftWords(S.open.view)}</span>`,
  close,
  body: catalogue(),
});

// ---- more

export const moreSheet = close => {
  const { view, record } = S.open;
  const item = (page, name, title, hint) => html`<li><a href=${here(page)}>${icon(name)}<b>${title}</b><span class="soft small">${hint}</span></a></li>`;
  const act = (name, title, work) => html`<li><button type="button" @click=${work}>${icon(name)}<b>${title}</b></button></li>`;
  return sheet({
    title: view.name,
    close,
    body: html`<ul class="pick more">
      ${item('details', 'gear', t.details, t.detailsHint)}
      ${item('spend', 'spend', t.spendRest, view.left !== null ? `${view.left} ${view.currency}` : '')}
      <li><a href=${`print.html#${record.id}/play`}>${icon('play')}<b>${t.play}</b><span class="soft small">${t.playHint}</span></a></li>
      ${item('share', 'share', t.share, t.shareHint)}
      ${item('print', 'print', t.print, t.printHint)}
      ${item('compare', 'compare', t.compareWith, '')}
      ${item('history', 'history', t.history, t.changes(record.last))}
      ${item('source', 'file', t.text, 'YAML')}
      ${act('dup', t.duplicate, () => run(() => duplicate(record)))}
      ${act('trash', t.deleteList, () => run(() => remove(record)))}</ul>`,
  });
};

/** The units before and behind another. */
export const neighbours = id => {
  const all = unitsOf(S.open.view).map(unit => unit.id);
  const place = all.indexOf(id);
  return [all[place - 1], all[place + 1]];
};

export { here };
