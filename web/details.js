// What the list itself says: points, chart, army options, optional rules, decks, designs, notes.

import { html, nothing } from './vendor/lit-html.js';
import { S, at, change, draw, go } from './state.js';
import { icon, mark, sheet, stepper } from './parts.js';
import { choicesPart, keyPart } from './unit.js';
import { t } from './text.js';

const head = (fields, label) => change([{ head: fields }], label, { quiet: true });
const act = (made, label) => change(() => { const done = made(); return done?.length ? [{ edits: done }] : []; }, label, { quiet: true });

export const detailsBody = () => {
  const { army } = S.open;
  if (!army) return html`<p class="soft">${t.reading}</p>`;
  const text = (title, value, set, hint = '') => html`<label class="field"><span>${title}</span><input class="in" .value=${value} placeholder=${hint} @change=${event => set(event.target.value.trim())}></label>`;
  const select = (title, options, value, set, none) => html`<label class="field nm"><span>${title}</span><select class="in" @change=${event => set(event.target.value)}>${none ? html`<option value="" ?selected=${!value}>${none}</option>` : nothing}${options.map(option => html`<option value=${option.id} ?selected=${option.id === value}>${option.title}</option>`)}</select></label>`;
  const points = agreed => text(agreed.title, agreed.amount ?? '', value => head({ points: army.points.length > 1 ? { [agreed.currency]: Number(value) || 0 } : Number(value) || 0 }, `${agreed.title} ${value}`), t.noLimit);
  return html`
    ${text(t.name, army.name, name => head({ name }, t.renamed), S.open.view.name)}
    <div class="two">${army.points.map(points)}${text(t.player, army.player, player => head({ player }, t.player), t.forPrint)}</div>
    ${army.charts.length > 1 ? html`<section class="og"><h3 class="eyebrow">${t.chart}</h3><div class="card opts" role="radiogroup" aria-label=${t.chart}>${army.charts.map(chart => html`<button type="button" class="op" role="radio" aria-checked=${chart.chosen} @click=${() => chart.chosen || head({ chart: chart.id }, chart.title)}>${mark(true)}<span class="grow"><b>${chart.title}</b></span>${chart.errors ? html`<span class="vd fix small">${icon('fix')}${t.issues(chart.errors)}</span>` : html`<span class="vd legal small">${icon('legal')}${t.legal}</span>`}</button>`)}</div></section>` : nothing}
    ${army.keys.map(key => keyPart(key, word => head({ keys: { [key.id]: word } }, key.name), army.words))}
    ${choicesPart(() => S.open.army.choices, act)}
    ${army.optional.length ? html`<section class="og"><h3 class="eyebrow">${t.optionalRules}</h3><div class="card opts">${army.optional.map(rule => html`<button type="button" class="op" role="checkbox" aria-checked=${rule.plays} @click=${() => head({ optional: { [rule.id]: !rule.plays } }, rule.title)}>${mark()}<span class="grow"><b>${rule.title}</b></span></button>`)}</div></section>` : nothing}
    ${army.events.length ? select(t.event, army.events, army.event, event => head({ event }, t.event), t.none) : nothing}
    ${army.factions.length > 1 ? html`${select(t.faction, army.factions, army.faction, faction => head({ faction }, t.faction))}${select(t.opponent, army.factions, army.opponent, opponent => head({ opponent }, t.opponent), t.notKnown)}` : nothing}
    ${army.models.length ? html`<section class="og"><h3 class="eyebrow">${t.designs}</h3>${designsPart()}</section>` : nothing}
    ${army.decks.length ? html`<section class="og"><h3 class="eyebrow">${t.deck}</h3>${deckPart()}</section>` : nothing}
    <label class="field nm"><span>${t.notes}</span><textarea class="in" rows="3" .value=${army.notes.join('\n')} @change=${event => change([{ notes: { notes: event.target.value.split('\n').map(line => line.trim()).filter(Boolean) } }], t.noted, { quiet: true })}></textarea></label>`;
};

export const detailsSheet = close => sheet({ title: t.details, close, body: detailsBody() });

/** What the list says of a force. */
export const forceSheet = close => {
  const { force, record } = S.open;
  const name = S.route.name;
  if (!force) return sheet({ title: name, close, body: html`<p class="soft">${t.reading}</p>` });
  const set = (fields, label) => change([{ force: { force: name, ...fields } }], label, { quiet: true });
  const amount = (agreed, value) => set({ points: force.points.length > 1 ? { [agreed.currency]: Number(value) || 0 } : Number(value) || 0 }, `${agreed.title} ${value}`);
  return sheet({
    title: force.title,
    close,
    body: html`<label class="field"><span>${t.name}</span><input class="in" .value=${force.name ?? ''} placeholder=${force.title} @change=${event => { set({ name: event.target.value.trim() }, t.renamed); go(record.id); }}></label>
      ${force.points.map(agreed => html`<label class="field nm"><span>${agreed.title}</span><input class="in" inputmode="numeric" .value=${agreed.amount ?? ''} placeholder=${t.noLimit} @change=${event => amount(agreed, event.target.value.trim())}></label>`)}
      ${force.factions.length ? html`<label class="field nm"><span>${t.faction}</span><select class="in" @change=${event => set({ faction: event.target.value }, t.faction)}>${force.faction ? nothing : html`<option value="" selected>–</option>`}${force.factions.map(faction => html`<option value=${faction.id} ?selected=${faction.id === force.faction}>${faction.title}</option>`)}</select></label>` : nothing}
      ${force.charts.length > 1 ? html`<section class="og"><h3 class="eyebrow">${t.chart}</h3><div class="card opts" role="radiogroup" aria-label=${t.chart}>${force.charts.map(chart => html`<button type="button" class="op" role="radio" aria-checked=${chart.chosen} @click=${() => chart.chosen || set({ chart: chart.id }, chart.title)}>${mark(true)}<span class="grow"><b>${chart.title}</b></span></button>`)}</div></section>` : nothing}
      ${force.keys.map(key => keyPart(key, word => set({ keys: { [key.id]: word } }, key.name)))}
      ${choicesPart(() => S.open.force.choices, act)}`,
    foot: html`<a class="btn" href=${at(record.id, 'add', '-', name)}>${icon('plus')}${t.addUnit}</a><button type="button" class="btn" @click=${() => { change([{ remove_force: { force: name } }], t.removed(name)); go(record.id); }}>${t.remove}</button>`,
  });
};

// ---- decks

export const deckPart = () => {
  const { army } = S.open;
  if (!army) return html`<p class="soft">${t.reading}</p>`;
  const words = (S.cards || '').toLowerCase();
  const count = (card, by) => change(() => {
    const known = S.open.army.decks.flatMap(deck => deck.cards).find(other => other.id === card.id);
    return [{ head: { cards: { [card.id]: Math.max(0, known.count + by) } } }];
  }, card.title, { quiet: true });
  return army.decks.map(deck => {
    const shown = deck.cards.filter(card => (!S.inDeck || card.count) && (!words || `${card.title} ${card.text}`.toLowerCase().includes(words)));
    const kinds = [...new Set(shown.map(card => card.kind))];
    return html`<div class="deckh card"><div class="row"><b class="grow">${deck.title}</b><span class="num"><b>${deck.count}</b>${deck.size ? ` · ${deck.size}` : ''}</span></div>${deck.copies ? html`<p class="small soft">${t.ofEach(deck.copies)}</p>` : nothing}</div>
      <div class="row deckf"><div class="search grow">${icon('search')}<label class="vh" for="cards">${t.searchCards}</label><input class="in" id="cards" type="search" placeholder=${t.searchCards} .value=${S.cards || ''} @input=${event => { S.cards = event.target.value; draw(); }}></div><button type="button" class="chip" aria-pressed=${Boolean(S.inDeck)} @click=${() => { S.inDeck = !S.inDeck; draw(); }}>${t.inDeck}</button></div>
      ${kinds.map(kind => html`<section class="cg"><h3 class="kind">${kind}</h3><div class="card">${shown.filter(card => card.kind === kind).map(card => html`<div class="dk ${card.count ? 'has' : ''}"><span class="grow"><span class="un">${card.title}</span><span class="us1">${card.text}</span></span>${stepper(card.title, card.count, card.count > 0 && (() => count(card, -1)), () => count(card, 1))}</div>`)}</div></section>`)}`;
  });
};

// ---- designs

/** A name that no design has. */
const freeName = name => {
  const used = S.open.view.designs;
  return Array.from({ length: used.length + 1 }, (_, at) => `${name} ${at + 1}`).find(free => !used.includes(free));
};

export const designsPart = () => {
  const { army, record } = S.open;
  if (!army) return html`<p class="soft">${t.reading}</p>`;
  const fresh = model => {
    const name = freeName(model.title);
    change([{ design: { design: name, model: model.id } }], t.newDesign, { arrive: () => go(record.id, 'design', name) });
  };
  return html`<p class="small soft">${t.designHint}</p><ul class="dgs">${army.designs.map(design => html`<li class="dg card"><a href=${at(record.id, 'design', design.name)}><span class="grow"><span class="un">${design.name}</span><span class="dst">${design.picks.map(([stat, value]) => html`<span><b>${value}</b> ${stat}</span>`)}</span></span><span class="num"><b class="serif up2">${design.points ?? '?'}</b><br><span class="small soft">× ${design.models}</span></span></a></li>`)}</ul>
    ${army.models.map(model => html`<button type="button" class="btn w" @click=${() => fresh(model)}>${icon('plus')}${t.newDesignOf(model.title)}</button>`)}`;
};

export const designSheet = close => {
  const { design, record } = S.open;
  if (!design) return sheet({ title: t.design, close, body: html`<p class="soft">${t.reading}</p>` });
  const set = (pick, value) => change([{ design: { design: design.name, picks: { [pick.stat]: value } } }], `${pick.stat} ${value}`, { quiet: true });
  const rename = name => name && name !== design.name && change([{ design: { design: design.name, name } }], t.renamed, { quiet: true, arrive: () => go(record.id, 'design', name, true) });
  const copy = () => {
    const name = freeName(design.name);
    change([{ design: { design: name, like: design.name } }], t.copied(design.name), { arrive: () => go(record.id, 'design', name) });
  };
  return sheet({
    title: design.name,
    right: html`<b class="serif up2">${design.points ?? ''}</b>`,
    close,
    body: html`<p class="small soft">${t.inList(design.models)}</p>
      <label class="field nm"><span>${t.name}</span><input class="in" .value=${design.name} @change=${event => rename(event.target.value.trim())}></label>
      <section class="og"><h3 class="eyebrow">${t.picks}</h3><div class="card opts">${design.picks.map(pick => html`<div class="op st"><span class="grow"><b>${pick.stat}</b><br><span class="small soft">${pick.max === null ? `${pick.min ?? 0}+` : t.range(pick.min ?? 0, pick.max)}</span></span>${stepper(pick.stat, pick.value ?? '–', pick.fewer !== null && (() => set(pick, pick.fewer)), pick.more !== null && (() => set(pick, pick.value === null ? pick.min ?? pick.more : pick.more)))}</div>`)}</div></section>
      ${choicesPart(() => S.open.design.choices, act)}`,
    foot: html`<button type="button" class="btn" @click=${copy}>${t.duplicate}</button><button type="button" class="btn" @click=${() => { change([{ remove_design: { design: design.name } }], t.removed(design.name)); go(record.id); }}>${t.remove}</button>`,
  });
};
