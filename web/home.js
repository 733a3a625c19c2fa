// The shelf of lists, and how a new one begins.

import { html, nothing } from './vendor/lit-html.js';
import { ask } from './engine.js';
import { S, at, draw, duplicate, file, go, isWide, keep, remove, run } from './state.js';
import { ago, bar, icon, logo, meter, pointsWords, sheet, verdict } from './parts.js';
import { notices } from './settings.js';
import { t } from './text.js';

const isDark = () => document.documentElement.dataset.theme === 'dark';

/** Dark or light: as chosen, else as the system has it. */
export const theme = next => {
  if (next) localStorage.setItem('theme', next);
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = localStorage.getItem('theme') || system;
};

const top = () => html`<header class="top"><div class="row grow">${logo}<span class="serif logo">Orbat</span></div>
  <button type="button" class="ib" aria-label=${isDark() ? t.light : t.dark} @click=${() => { theme(isDark() ? 'light' : 'dark'); draw(); }}>${icon(isDark() ? 'sun' : 'moon')}</button>
  <a class="ib" href="#/settings" aria-label=${t.settings}>${icon('gear')}</a>
  ${isWide.matches ? html`<a class="btn" href="#/import">${icon('import')}${t.import}</a><a class="btn p" href="#/new">${icon('plus')}${t.newList}</a>` : nothing}</header>`;

export const home = () => {
  if (!S.lists.length) return html`${top()}${empty()}`;
  const games = [...new Map(S.lists.map(list => [list.system, list.systemTitle])).entries()];
  const folders = [...new Set(S.lists.map(list => list.folder).filter(Boolean))].sort();
  const shown = S.lists.filter(list => (!S.game || list.system === S.game) && (!S.folder || list.folder === S.folder));
  const count = (key, value) => S.lists.filter(list => !value || list[key] === value).length;
  const chip = (key, value, title, kind) => html`<button type="button" class="chip" aria-pressed=${S[key] === value} @click=${() => { S[key] = S[key] === value ? '' : value; draw(); }}>${title}<span class="n">${count(kind, value)}</span></button>`;
  return html`${top()}<main class="home" id="main">
    <div class="row hh"><h1 class="serif" tabindex="-1">${t.myLists}</h1><span class="soft small">${t.onDevice(S.lists.length)}</span></div>
    ${notices()}
    ${games.length > 1 || folders.length ? html`<div class="chips" role="group" aria-label=${t.show}>${chip('game', '', t.all, 'system')}${games.length > 1 ? games.map(([id, title]) => chip('game', id, title, 'system')) : nothing}${folders.map(name => chip('folder', name, html`${icon('folder')}${name}`, 'folder'))}</div>` : nothing}
    <ul class="shelf">${shown.map(listCard)}</ul></main>
    ${isWide.matches ? nothing : html`<footer class="dock"><a class="btn p grow" href="#/new">${icon('plus')}${t.newList}</a><a class="btn" href="#/import">${icon('import')}${t.import}</a></footer>`}`;
};

const listCard = list => html`<li class="lc card acc" .style=${`--accent:${list.accent || '#3d3a36'}`}><div class="spine" aria-hidden="true"></div><div class="lcb">
  <p class="lt"><span class="eyebrow">${list.systemTitle}</span> <span class="tiny soft">${ago(list.at)}</span></p>
  <h2 class="serif"><a href=${at(list.id)}>${list.name}</a></h2>
  <p class="small soft">${[list.faction, list.chart !== list.faction && list.chart, list.folder].filter(Boolean).join(' · ')}</p>
  <div class="row lp"><span class="num"><b>${list.points ?? '?'}</b><span class="soft"> ${pointsWords(list)}</span></span>${verdict(list)}</div>${bar(list.points, list.limit)}</div>
  <a class="ib lm" aria-label=${t.moreFor(list.name)} href=${`#/menu/${list.id}`}>${icon('more')}</a></li>`;

const empty = () => html`<main class="home empty" id="main"><svg class="oob" viewBox="0 0 320 130" role="img" aria-label=${t.picture}><g fill="none" stroke="currentColor" stroke-width="2"><path d="M160 44v18M40 84V62h240v22M120 62v22M200 62v22"/><rect x="134" y="12" width="52" height="32" rx="2"/><path d="M134 12l52 32M186 12l-52 32M150 5v.1M160 5v.1M170 5v.1"/><rect x="14" y="84" width="52" height="32" rx="2" class="f"/><rect x="94" y="84" width="52" height="32" rx="2" class="f"/><rect x="174" y="84" width="52" height="32" rx="2" class="d"/><rect x="254" y="84" width="52" height="32" rx="2" class="e"/><path d="M14 84l52 32M66 84L14 116M94 84l52 32M146 84l-52 32"/></g></svg>
  <h1 class="serif" tabindex="-1">${t.noLists}</h1><p class="lead">${t.lead}</p>
  <div class="row wrap ctr"><a class="btn p" href="#/new">${icon('plus')}${t.newList}</a><a class="btn" href="#/import">${icon('import')}${t.importOne}</a></div>
  <section class="teach" aria-labelledby="teach"><h2 id="teach" class="eyebrow">${t.howToRead}</h2>
    <div><div class="demo" aria-hidden="true">${meter({ used: 1, min: 2, max: 4 })}<span class="small">1 ${t.of} 2–4</span></div><p>${t.teachMeter}</p></div>
    <div><div class="demo" aria-hidden="true">${verdict({ to_add: 1 })}${verdict({ to_fix: 2 })}${verdict({})}</div><p>${t.teachVerdict}</p></div>
    <div><div class="demo" aria-hidden="true"><span class="fx fake"><span class="grow">${t.teachFixDemo}</span><b>−70</b></span></div><p>${t.teachFix}</p></div></section></main>`;

/** The menu of a list on the shelf. */
export const menuSheet = close => {
  const list = S.lists.find(known => known.id === S.route.name);
  if (!list) return null;
  const item = (name, title, act) => html`<li><button type="button" @click=${act}>${icon(name)}<b>${title}</b></button></li>`;
  const folders = [...new Set(S.lists.map(known => known.folder).filter(Boolean))].sort();
  const put = name => run(() => file(list, name.trim())).then(close);
  return sheet({
    title: list.name,
    close,
    body: html`<ul class="pick more">
      ${item('dup', t.duplicate, () => run(() => duplicate(list)))}
      ${item('compare', t.compareWith, () => go(list.id, 'compare'))}
      ${item('share', t.share, () => go(list.id, 'share'))}
      ${item('print', t.print, () => go(list.id, 'print'))}
      ${item('trash', t.delete, () => run(() => remove(list)))}</ul>
      <section class="og"><h3 class="eyebrow">${t.folder}</h3>${folders.length ? html`<div class="row wrap" role="group" aria-label=${t.folder}>${['', ...folders].map(name => html`<button type="button" class="chip" aria-pressed=${(list.folder || '') === name} @click=${() => put(name)}>${name || t.none}</button>`)}</div>` : nothing}
      <label class="field nm"><span>${t.newFolder}</span><input class="in" @change=${event => event.target.value.trim() && put(event.target.value)}></label></section>`,
  });
};

// ---- a new list: game, faction, points

export const newSheet = close => {
  const { begin } = S;
  const pick = changes => { Object.assign(begin, changes); draw(); };
  const again = JSON.parse(localStorage.getItem('again') || 'null');
  const picked = (title, keys) => html`<button type="button" class="chip" @click=${() => pick(Object.fromEntries(keys.map(key => [key, undefined])))}>${title}<span class="soft tiny">${t.change}</span></button>`;
  if (!begin.system) {
    return sheet({
      title: t.newList,
      close,
      body: html`
        ${again && S.systems.some(system => system.id === again.system) ? html`<section><h3 class="eyebrow">${t.onceMore}</h3><button type="button" class="again card acc" .style=${`--accent:${again.accent}`} @click=${() => run(() => start(again))}><span class="spine" aria-hidden="true"></span><span class="grow"><b>${again.titles}</b><br><span class="soft small">${[again.chartTitle, again.points && `${again.points} ${again.currency}`].filter(Boolean).join(', ')}</span></span><span class="btn p" aria-hidden="true">${t.start}</span></button></section>` : nothing}
        <section><h3 class="eyebrow" id="game">${t.game}</h3><div class="games" role="group" aria-labelledby="game">${S.systems.map(system => html`<button type="button" class="gt acc" .style=${`--accent:${system.accent}`} @click=${() => run(() => chooseGame(system))}><b class="serif">${system.title}</b><span class="small">${t.factions(system.factions)}</span></button>`)}</div></section>`,
    });
  }
  const game = begin.game;
  if (!begin.faction && game.factions.length) {
    return sheet({
      title: t.newList,
      close,
      body: html`<div class="picked">${picked(game.title, ['system', 'faction'])}</div><section><h3 class="eyebrow" id="faction">${t.faction}</h3><ul class="pick" aria-labelledby="faction">${
        game.factions.map(faction => html`<li><button type="button" @click=${() => run(() => chooseFaction(faction))}><b>${faction.title}</b><span class="soft small">${t.units(faction.units)}</span>${icon('next')}</button></li>`)}${
        !game.designs ? nothing : html`<li><button type="button" @click=${() => run(() => chooseFaction({ id: '-', title: t.noFaction }))}><b>${t.noFaction}</b><span class="soft small">${t.noFactionHint}</span>${icon('next')}</button></li>`}</ul></section>`,
    });
  }
  const chip = (key, value, title) => html`<button type="button" class="chip" aria-pressed=${begin[key] === value} @click=${() => pick({ [key]: value })}>${title}</button>`;
  return sheet({
    title: t.newList,
    close,
    body: html`<div class="picked">${picked(game.title, ['system', 'faction'])}${begin.faction ? picked(begin.factionTitle, ['faction']) : nothing}</div>
      <section><h3 class="eyebrow" id="points">${game.currency}</h3><div class="row wrap" role="group" aria-labelledby="points">${game.presets.map(points => chip('points', points, points))}
        <label class="own"><span class="vh">${t.otherPoints}</span><input class="in" inputmode="numeric" placeholder=${t.other} .value=${game.presets.includes(begin.points) ? '' : begin.points ?? ''} @input=${event => pick({ points: Number.parseInt(event.target.value, 10) || undefined })}></label></div>
        ${game.currencies.slice(1).map(other => html`<label class="field nm"><span>${other.title}</span><input class="in" inputmode="numeric" placeholder=${t.noLimit} .value=${begin.others?.[other.id] ?? ''} @input=${event => pick({ others: { ...begin.others, [other.id]: Number.parseInt(event.target.value, 10) || undefined } })}></label>`)}</section>
      ${game.charts.length > 1 ? html`<section><h3 class="eyebrow" id="chart">${t.chart}</h3><div role="radiogroup" aria-labelledby="chart" class="card opts">${game.charts.map(chart => html`<button type="button" class="op" role="radio" aria-checked=${begin.chart === chart.id} @click=${() => pick({ chart: chart.id, chartTitle: chart.title })}><span class="ctl r"></span><span class="grow"><b>${chart.title}</b><br><span class="small soft">${chart.slots.join(', ')}</span></span></button>`)}</div></section>` : nothing}
      ${game.keys.map(key => html`<section><h3 class="eyebrow" id=${`key-${key.id}`}>${key.title}</h3><div class="row wrap" role="group" aria-labelledby=${`key-${key.id}`}>${[['', t.none], ...key.words].map(([word, title]) => html`<button type="button" class="chip" aria-pressed=${(begin.keys[key.id] || '') === word} @click=${() => pick({ keys: { ...begin.keys, [key.id]: word } })}>${title || word}</button>`)}</div></section>`)}`,
    foot: html`<button type="button" class="btn p w" @click=${() => run(() => start(begin))}>${begin.points ? t.startPoints(begin.points, game.currency) : t.start}</button>`,
  });
};

async function chooseGame(system) {
  const game = await ask('game', { system: system.id });
  Object.assign(S.begin, { system: system.id, game, faction: undefined, chart: undefined, points: game.presets[1], keys: {} });
  draw();
}

async function chooseFaction(faction) {
  const { begin } = S;
  const isNone = faction.id === '-';
  const game = await ask('game', { system: begin.system, ...(isNone ? {} : { faction: faction.id }) });
  const chart = game.charts[Math.min(1, game.charts.length - 1)];
  Object.assign(begin, { game, faction: faction.id, factionTitle: faction.title, chart: chart?.id, chartTitle: chart?.title });
  draw();
}

async function start(begin) {
  const keys = Object.fromEntries(Object.entries(begin.keys || {}).filter(([, word]) => word));
  const faction = begin.faction === '-' ? undefined : begin.faction;
  const { system, chart, points } = begin;
  const name = begin.factionTitle && begin.faction !== '-' ? `${begin.factionTitle}${points ? ` ${points}` : ''}` : undefined;
  const others = Object.entries(begin.others || {}).filter(([, amount]) => amount);
  const agreed = others.length ? Object.fromEntries([...(points ? [[begin.game?.currencies[0].id ?? begin.currencyId, points]] : []), ...others]) : points;
  const { list } = await ask('new', { system, faction, chart, points: agreed, keys, name });
  if (begin.game) {
    const { game } = begin;
    localStorage.setItem('again', JSON.stringify({
      system, faction: begin.faction, factionTitle: begin.factionTitle, chart, chartTitle: game.charts.length > 1 ? begin.chartTitle : '', points, others: begin.others, currencyId: game.currencies[0]?.id,
      keys: begin.keys, accent: game.accent, currency: game.currency,
      titles: [game.title, begin.factionTitle].filter(Boolean).join(' · '),
    }));
  }
  S.begin = {};
  const id = await keep(list, t.begun);
  go(id, undefined, undefined, true);
  dispatchEvent(new Event('hashchange'));
}
