// QR codes: bytes, error correction level L, up to version 25.

const EC = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12];

/** How many bits a version holds, data and correction together. */
const capacity = version => {
  let bits = (16 * version + 128) * version + 64;
  if (version > 1) {
    const patterns = Math.floor(version / 7) + 2;
    bits -= (25 * patterns - 10) * patterns - 55;
    if (version > 6) bits -= 36;
  }
  return Math.floor(bits / 8);
};

const [exp, log] = (() => {
  const [powers, logs] = [[], []];
  for (let at = 0, x = 1; at < 255; at++) {
    powers[at] = x;
    logs[x] = at;
    x <<= 1;
    if (x & 256) x ^= 0x11d;
  }
  return [powers, logs];
})();
const multiply = (a, b) => a && b ? exp[(log[a] + log[b]) % 255] : 0;

/** The correction bytes of a block. */
const correction = (data, count) => {
  let generator = [1];
  for (let at = 0; at < count; at++) {
    const next = [...generator, 0];
    generator.forEach((value, place) => { next[place + 1] ^= multiply(value, exp[at]); });
    generator = next;
  }
  const rest = new Array(count).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest.shift();
    rest.push(0);
    for (let at = 0; at < count; at++) rest[at] ^= multiply(generator[at + 1], factor);
  }
  return rest;
};

/** All bytes of a code: data and correction, blocks interleaved. */
const codewords = (bytes, version) => {
  const [ec, blocks, raw] = [EC[version - 1], BLOCKS[version - 1], capacity(version)];
  const room = raw - ec * blocks;
  const bits = [];
  const put = (value, count) => { for (let at = count - 1; at >= 0; at--) bits.push(value >> at & 1); };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach(byte => put(byte, 8));
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data = [];
  for (let at = 0; at < bits.length; at += 8) data.push(Number.parseInt(bits.slice(at, at + 8).join(''), 2));
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);
  const short = Math.floor(raw / blocks) - ec;
  const shorts = blocks - raw % blocks;
  const parts = [];
  for (let at = 0, from = 0; at < blocks; at++) {
    const length = short + (at < shorts ? 0 : 1);
    const part = data.slice(from, from + length);
    parts.push([part, correction(part, ec)]);
    from += length;
  }
  const all = [];
  for (let at = 0; at <= short; at++) for (const [part] of parts) if (at < part.length) all.push(part[at]);
  for (let at = 0; at < ec; at++) for (const [, rest] of parts) all.push(rest[at]);
  return all;
};

const MASKS = [
  (x, y) => (x + y) % 2, (x, y) => y % 2, x => x % 3, (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2, (x, y) => x * y % 2 + x * y % 3,
  (x, y) => (x * y % 2 + x * y % 3) % 2, (x, y) => ((x + y) % 2 + x * y % 3) % 2,
];

/** The fixed patterns of a version, and which modules they take. */
const frame = (version, size) => {
  const modules = Array.from({ length: size }, () => new Array(size).fill(false));
  const fixed = Array.from({ length: size }, () => new Array(size).fill(false));
  const set = (x, y, dark) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    modules[y][x] = dark;
    fixed[y][x] = true;
  };
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  const square = (cx, cy, reach, light) => {
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++) set(cx + dx, cy + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
    }
  };
  [[3, 3], [size - 4, 3], [3, size - 4]].forEach(([x, y]) => square(x, y, 4, [2, 4]));
  if (version > 1) {
    const count = Math.floor(version / 7) + 2;
    const step = Math.ceil((size - 13) / (2 * count - 2)) * 2;
    const places = [6];
    for (let at = size - 7; places.length < count; at -= step) places.splice(1, 0, at);
    for (const y of places) {
      for (const x of places) {
        const isFinder = (x === 6 && (y === 6 || y === size - 7)) || (y === 6 && x === size - 7);
        if (!isFinder) square(x, y, 2, [1]);
      }
    }
  }
  if (version > 6) {
    let rest = version;
    for (let at = 0; at < 12; at++) rest = rest << 1 ^ (rest >> 11) * 0x1f25;
    const bits = version << 12 | rest;
    for (let at = 0; at < 18; at++) {
      const [dark, a, b] = [(bits >> at & 1) === 1, size - 11 + at % 3, Math.floor(at / 3)];
      set(a, b, dark);
      set(b, a, dark);
    }
  }
  return { modules, fixed, set };
};

const writeFormat = (set, size, mask) => {
  const data = 1 << 3 | mask;
  let rest = data;
  for (let at = 0; at < 10; at++) rest = rest << 1 ^ (rest >> 9) * 0x537;
  const bits = (data << 10 | rest) ^ 0x5412;
  const bit = at => (bits >> at & 1) === 1;
  for (let at = 0; at < 6; at++) set(8, at, bit(at));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let at = 9; at < 15; at++) set(14 - at, 8, bit(at));
  for (let at = 0; at < 8; at++) set(size - 1 - at, 8, bit(at));
  for (let at = 8; at < 15; at++) set(8, size - 15 + at, bit(at));
  set(8, size - 8, true);
};

/** How hard a code is to read: long runs, blocks, too much of one colour. */
const penalty = grid => {
  const size = grid.length;
  let [score, dark] = [0, 0];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (grid[y][x]) dark += 1;
      if (x && y && grid[y][x] === grid[y - 1][x] && grid[y][x] === grid[y][x - 1] && grid[y][x] === grid[y - 1][x - 1]) score += 3;
    }
  }
  for (const isDown of [false, true]) {
    for (let a = 0; a < size; a++) {
      for (let b = 1, run = 1; b < size; b++) {
        const isSame = isDown ? grid[b][a] === grid[b - 1][a] : grid[a][b] === grid[a][b - 1];
        run = isSame ? run + 1 : 1;
        if (run === 5) score += 3;
        else if (run > 5) score += 1;
      }
    }
  }
  return score + Math.floor(Math.abs(dark * 20 - size * size * 10) / (size * size)) * 10;
};

const grid = text => {
  const bytes = [...new TextEncoder().encode(text)];
  const version = EC.findIndex((ec, at) => bytes.length + (at < 9 ? 2 : 3) <= capacity(at + 1) - ec * BLOCKS[at]) + 1;
  if (!version) return null;
  const size = 17 + 4 * version;
  const { modules, fixed, set } = frame(version, size);
  writeFormat(set, size, 0);
  const words = codewords(bytes, version);
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let at = 0; at < size; at++) {
      for (const x of [right, right - 1]) {
        const y = (right + 1 & 2) === 0 ? size - 1 - at : at;
        if (fixed[y][x]) continue;
        modules[y][x] = bit < words.length * 8 && (words[bit >> 3] >> 7 - (bit & 7) & 1) === 1;
        bit += 1;
      }
    }
  }
  let best = null;
  MASKS.forEach((mask, number) => {
    writeFormat(set, size, number);
    const masked = modules.map((row, y) => row.map((dark, x) => fixed[y][x] ? dark : dark !== (mask(x, y) === 0)));
    const score = penalty(masked);
    if (!best || score < best.score) best = { score, masked };
  });
  return best.masked;
};

/** A QR code as the path of a picture, with its quiet zone; none if the text is too long. */
export const qrPath = text => {
  const rows = grid(text);
  if (!rows) return null;
  let path = '';
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      let width = 1;
      while (row[x + width]) width += 1;
      path += `M${x + 4} ${y + 4}h${width}v1h-${width}z`;
      x += width;
    }
  });
  return { path, size: rows.length + 8 };
};
