// The sheet of a unit: models, options, whom it joins, what it rides in.

import { html, nothing } from './vendor/lit-html.js';
import { S, at, change, go } from './state.js';
import { icon, mark, others, profile, sheet, signed, stepper, why } from './parts.js';
import { here, neighbours } from './editor.js';
import { issueCard } from './issues.js';
import { t } from './text.js';

/** The unit as it is now, when a change has its turn. */
const now = () => S.open.unit;

/** Edits of the unit, after it was parted from others on its line. */
const edits = made => [...(now().shares_line ? [{ part: { unit: now().id } }] : []), { edits: made }];

const set = (fields, label) => change(() => [{ unit: { unit: now().id, ...fields } }], label, { quiet: true });

export const unitBody = () => {
  const { unit, view } = S.open;
  if (!unit) return html`<p class="soft">${t.reading}</p>`;
  const issues = view.issues.filter(issue => issue.kind !== 'note' && issue.units.includes(unit.id));
  return html`
    ${issues.length ? html`<div class="ui">${issues.map(issue => issueCard(issue, true))}</div>` : nothing}
    ${models(unit)}
    ${choicesPart(() => (now()?.id === unit.id ? now() : unit).choices)}
    ${partners(t.joins, t.standsAlone, unit.join, id => set({ join: id }, id ? t.joinedWord : t.standsAlone))}
    ${partners(t.ridesIn, t.walks, unit.ride, id => set({ ride: id }, id ? t.rides : t.walks))}
    ${unit.keys.map(key => keyPart(key, word => set({ keys: { [key.id]: word } }, key.name)))}
    ${place(unit)}
    ${texts(unit)}
    <details class="prof"><summary>${t.profile}</summary>${profile(unit.card)}</details>`;
};

const models = unit => {
  const { size } = unit;
  const range = size.max === null ? `${size.min}+` : size.min === size.max ? String(size.min) : t.range(size.min, size.max);
  if (!size.kinds.length) {
    if (size.min === size.max) return nothing;
    const total = pick => change(() => {
      const next = pick(now().size);
      return next === null ? [] : [{ models: { unit: now().id, total: next } }];
    }, t.sized(unit.name || unit.title), { quiet: true });
    return html`<section class="og"><h3 class="eyebrow">${t.modelsTitle}</h3><div class="card opts"><div class="op st"><span class="grow"><b>${unit.card.models[0]?.rows[0]?.name || unit.title}</b><br><span class="small soft">${range}${size.next !== null ? ` · ${t.next(signed(size.next))}` : ''}</span></span>${
      stepper(t.modelsTitle, size.count, size.fewer !== null && (() => total(known => known.fewer)), size.more !== null && (() => total(known => known.more)))}</div></div></section>`;
  }
  const count = (kind, by) => change(() => {
    const kinds = now().size.kinds.map(({ model, design, count }) => ({ model, design, count: model === kind.model && design === kind.design ? Math.max(0, count + by) : count }));
    return [{ models: { unit: now().id, kinds } }];
  }, t.sized(unit.name || unit.title), { quiet: true });
  return html`<section class="og"><h3 class="eyebrow row"><span class="grow">${t.modelsTitle}</span><span class="soft tiny">${size.count} ${t.of} ${range}</span></h3><div class="card opts">${
    size.kinds.map(kind => html`<div class="op st"><span class="grow"><b>${kind.title}</b>${kind.design ? html`<br><a class="small" href=${here('design', kind.model)}>${t.design}</a>` : html`<br><span class="small soft">${kind.max === null ? `${kind.min}+` : kind.min === kind.max ? kind.min : t.range(kind.min, kind.max)}</span>`}</span>${
      stepper(kind.title, kind.count, kind.count > 0 && (() => count(kind, -1)), () => count(kind, 1))}</div>`)}</div></section>`;
};

/** Options that stand alone are shown together. */
const joined = choices => {
  const alone = choices.filter(known => !known.title);
  const rest = choices.filter(known => known.title);
  if (!alone.length) return rest;
  return [...rest, { title: t.moreOptions, control: 'any', options: alone.flatMap(known => known.options.map(option => ({ ...option, from: known, isMany: known.control === 'count' }))), taken: 0, min: 0, max: null }];
};

/**
 * The choices of a unit, of the army, of a force or of a design: `fresh` gives them as they are now. `act` makes the
 * edits of their controls, which it asks for when their turn has come: the list may have changed since the tap.
 */
export const choicesPart = (fresh, act = (made, label) => change(() => { const done = made(); return done?.length ? edits(done) : []; }, label, { quiet: true })) =>
  joined(fresh()).map(known => choice(known, fresh, act));

const choice = (known, fresh, act) => {
  const latest = (option = known.options[0]) => {
    const { title, of } = option.from ?? known;
    const isIt = other => other.option === option.option;
    const found = fresh().find(other => other.title === title && other.of === of && other.options.some(isIt));
    return { none: found?.none ?? [], more: [], less: [], ...found?.options.find(isIt) };
  };
  const limit = known.max !== null && known.title !== t.moreOptions
    ? (known.max === 1 ? t.oneAtMost : known.control === 'one' ? '' : `${known.taken} ${t.of} ${known.max}`) : '';
  const title = [known.title, known.of].filter(Boolean).join(' · ');
  const head = html`<h3 class="eyebrow row"><span class="grow">${title}</span><span class="soft tiny">${limit}</span></h3>`;
  const price = option => Number(option.points) || option.other_costs ? html`<b class="num op-p">${signed(option.points)}${others(option.other_costs)}</b>` : nothing;
  const text = option => html`<span class="grow"><b>${option.title}</b>${option.effect ? html`<br><span class="small soft">${option.effect}</span>` : nothing}${option.fits || option.taken && known.control !== 'count' ? nothing : html`<br>${why(option.why, 'small')}`}</span>`;
  const isFull = known.max !== null && known.taken >= known.max && known.control !== 'one';
  if (known.control === 'one') {
    return html`<section class="og">${head}<div class="card opts" role="radiogroup" aria-label=${title}>
      ${known.none ? html`<button type="button" class="op" role="radio" aria-checked=${known.taken === 0} @click=${() => known.taken && act(() => latest().none, t.dropped(title))}>${mark(true)}<span class="grow">${t.none}</span></button>` : nothing}
      ${known.options.map(option => html`<button type="button" class="op ${option.fits ? '' : 'off'}" role="radio" aria-checked=${option.taken > 0} @click=${() => option.more && act(() => latest(option).more, t.took(option.title))}>${mark(true)}${text(option)}${price(option)}</button>`)}</div></section>`;
  }
  const row = option => {
    if (known.control === 'count' || option.isMany) {
      const isMost = option.max !== null && option.taken >= option.max;
      return html`<div class="op st ${option.fits || option.taken ? '' : 'off'}">${text(option)}${price(option)}${
        stepper(option.title, option.taken, option.less && (() => act(() => latest(option).less, t.dropped(option.title))), option.more && !isMost && (() => act(() => latest(option).more, t.took(option.title))))}</div>`;
    }
    const isOn = option.taken > 0;
    return html`<button type="button" class="op ${option.fits || isOn ? '' : 'off'}" role="checkbox" aria-checked=${isOn} @click=${() => act(() => (isOn ? latest(option).less : latest(option).more), isOn ? t.dropped(option.title) : t.took(option.title))}>${mark()}${text(option)}${price(option)}</button>`;
  };
  return html`<section class="og">${head}<div class="card opts">${known.options.map(row)}</div>${isFull && known.title !== t.moreOptions ? html`<p class="small soft hint">${t.allTaken(known.max)}</p>` : nothing}</section>`;
};

const partners = (title, none, all, act) => {
  if (!all.length) return nothing;
  const isAlone = !all.some(partner => partner.chosen);
  return html`<section class="og"><h3 class="eyebrow">${title}</h3><div class="card opts" role="radiogroup" aria-label=${title}>
    <button type="button" class="op" role="radio" aria-checked=${isAlone} @click=${() => isAlone || act('')}>${mark(true)}<span class="grow">${none}</span></button>
    ${all.map(partner => html`<button type="button" class="op ${partner.fits ? '' : 'off'}" role="radio" aria-checked=${partner.chosen} @click=${() => partner.chosen || act(partner.id)}>${mark(true)}<span class="grow"><b>${partner.models > 1 ? `${partner.models} ` : ''}${partner.title}</b>${partner.fits ? nothing : html`<br>${why(partner.why, 'small')}`}</span></button>`)}</div></section>`;
};

/** A key that the game defines, for a unit or the army. */
export const keyPart = (key, act, words = {}) => {
  const named = word => words[word] || word.replaceAll('_', ' ');
  const isWords = key.values.length > 1 || (key.values[0] && !key.values[0].includes(' '));
  const value = key.stated[0] ?? '';
  if (!isWords) {
    return html`<label class="field nm"><span>${key.name}</span><input class="in" .value=${value} placeholder=${key.values[0] ?? ''} @change=${event => act(event.target.value.trim())}></label>`;
  }
  const chip = (word, title) => html`<button type="button" class="chip" aria-pressed=${value === word || (!value && key.default === word)} @click=${() => act(word)}>${title}</button>`;
  return html`<section class="og"><h3 class="eyebrow">${key.name}</h3><div class="row wrap" role="group" aria-label=${key.name}>${key.default ? nothing : chip('', t.none)}${key.values.map(word => chip(word, named(word)))}</div></section>`;
};

/** The slot and the force it stands in. */
const place = unit => {
  const select = (id, title, options, act) => html`<label class="field nm"><span>${title}</span><select class="in" @change=${event => act(event.target.value)}>${options}</select></label>`;
  const stated = unit.slots.find(slot => slot.stated);
  return html`
    ${unit.slots.length > 1 ? select('slot', t.slot, [html`<option value="" ?selected=${!stated}>${t.automatic}</option>`, ...unit.slots.map(slot => html`<option value=${slot.id} ?selected=${slot.stated}>${slot.title}</option>`)], slot => set({ slot }, t.slot)) : nothing}
    ${unit.places.length ? select('force', t.force, [html`<option value="" selected>${unit.force || t.armyItself}</option>`, ...unit.places.map((known, at) => html`<option value=${at}>${known.title || t.armyItself}</option>`)], at => at !== '' && change(() => edits(now().places[at].edits), t.moved(unit.title))) : nothing}`;
};

const texts = unit => html`<details class="prof"><summary>${t.nameAndNotes}</summary>
  <label class="field"><span>${t.name}</span><input class="in" .value=${unit.name ?? ''} placeholder=${unit.title} @change=${event => set({ name: event.target.value.trim() }, t.renamed)}></label>
  <label class="field nm"><span>${t.notes}</span><textarea class="in" rows="2" .value=${unit.notes.join('\n')} @change=${event => set({ notes: event.target.value.split('\n').map(line => line.trim()).filter(Boolean) }, t.noted)}></textarea></label></details>`;

export const remove = unit => {
  change([{ remove: { unit: unit.id } }], t.removed(unit.name || unit.title), { follow: false });
  go(S.open.record.id);
};

export const duplicateUnit = unit => change([{ duplicate: { unit: unit.id } }], t.added(unit.title));

export const unitFoot = () => {
  const { unit, record } = S.open;
  if (!unit) return nothing;
  const [before, behind] = neighbours(unit.id);
  const step = (name, id, word) => html`<a class="btn ibx" aria-label=${word} aria-disabled=${id ? nothing : 'true'} href=${id ? at(record.id, 'unit', id) : here('unit', unit.id)}>${icon(name)}</a>`;
  return html`${step('back', before, t.unitBefore)}${step('next', behind, t.unitNext)}<button type="button" class="btn" @click=${() => duplicateUnit(unit)}>${t.duplicate}</button><button type="button" class="btn" @click=${() => remove(unit)}>${t.remove}</button>`;
};

const titleOf = unit => html`${unit.name || unit.title}<span class="shs">${[unit.name && unit.title, unit.force].filter(Boolean).join(' · ')}</span>`;

export const unitSheet = close => {
  const { unit } = S.open;
  return sheet({
    title: unit ? titleOf(unit) : t.unit,
    right: unit ? html`<b class="serif up2">${unit.points ?? '?'}${others(unit.other_costs)}</b>` : nothing,
    close,
    body: unitBody(),
    foot: unitFoot(),
  });
};

/** The same as a pane. */
export const unitPane = () => {
  const { unit } = S.open;
  if (!unit) return html`<div class="pb"><p class="soft">${t.reading}</p></div>`;
  return html`<div class="pb"><div class="uh"><div class="grow"><h2 class="serif" tabindex="-1">${unit.name || unit.title}</h2><p class="small soft">${[unit.name && unit.title, unit.force].filter(Boolean).join(' · ')}</p></div><b class="serif big">${unit.points ?? '?'}</b></div>${unitBody()}<div class="row uf">${unitFoot()}</div></div>`;
};

