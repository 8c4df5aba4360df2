// The results as text: for the terminal, and as the table of the README.

const WIDTHS = [30, 40, 10, 10, 7, 6, 9, 9];
const HEAD = ['work', 'beside', 'ours ms', 'theirs ms', 'ratio', 'best', 'GFLOP/s', 'of peak'];

const pad = (cells) =>
  cells.map((cell, i) => (i < 2 ? cell.padEnd(WIDTHS[i]) : cell.padStart(WIDTHS[i]))).join('');

export const ofPeak = ({ gflops, peak_gflops: peak }) =>
  gflops ? `${Math.round((100 * gflops) / peak)} %` : '';

/** @param {object[]} lines @param {boolean} withHead */
export function asTable(lines, withHead) {
  const rows = lines.map((line) =>
    pad([
      line.name,
      line.peer,
      line.ours_ms.toFixed(3),
      line.peer_ms.toFixed(3),
      line.ratio.toFixed(2),
      line.best_ratio.toFixed(2),
      line.gflops ? line.gflops.toFixed(1) : '',
      ofPeak(line),
    ]),
  );
  return [...(withHead ? [`${lines[0].browser}`, pad(HEAD)] : []), ...rows].join('\n');
}
