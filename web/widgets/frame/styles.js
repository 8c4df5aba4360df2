/** The look of the shared frame; what single figures need beyond it stands with them. */
import { css, unsafeCSS } from 'lit';
import { TERMS } from '../../model/terms.js';
import { DARK, LIGHT, paletteDeclarations } from '../../model/palette.js';

const light = unsafeCSS(paletteDeclarations(LIGHT));
const dark = unsafeCSS(paletteDeclarations(DARK));

const base = css`
  :host {
    all: initial;
    display: block;
    min-width: 0;
    contain: inline-size;
  }
  :host([hidden]) {
    display: none;
  }
  .figure.light {
    color-scheme: light;
    ${light}
  }
  .figure.dark {
    color-scheme: dark;
    ${dark}
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  .figure {
    --sans: var(
      --attn-font,
      ui-sans-serif,
      system-ui,
      -apple-system,
      'Segoe UI',
      'Noto Sans',
      'DejaVu Sans',
      sans-serif
    );
    position: relative;
    background: var(--c-card);
    color: var(--c-ink);
    border: 1px solid var(--c-rule);
    border-radius: var(--attn-radius, 14px);
    font: 400 15px/1.5 var(--sans);
    font-variant-numeric: tabular-nums;
    text-align: start;
    -webkit-text-size-adjust: 100%;
  }
  header {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    align-items: baseline;
    justify-content: space-between;
    padding: 15px 18px 5px;
  }
  h3 {
    font: 650 16.5px/1.3 var(--sans);
    letter-spacing: -0.005em;
    margin: 0;
  }
  .chip {
    font-size: 12.5px;
    color: var(--c-muted);
    border: 1px solid var(--c-rule);
    border-radius: 99px;
    padding: 1px 10px;
    white-space: nowrap;
  }
  .picture {
    position: relative;
    min-height: 40px;
  }
  svg {
    display: block;
    max-width: 100%;
    overflow: visible;
    /* Inherited, so that a piece may give its own. */
    fill: var(--c-ink);
    font-family: var(--sans);
  }
  svg .quiet {
    fill: var(--c-muted);
  }
  .summary {
    margin: 0;
    padding: 10px 18px 14px;
    min-height: 4.6em;
    line-height: 1.55;
    text-wrap: pretty;
  }
  .narrow .summary {
    min-height: 7.5em;
  }
  b {
    font-weight: 650;
  }
  b.query,
  .c-query {
    color: var(--c-query);
  }
  b.key,
  .c-key {
    color: var(--c-key);
  }
  b.value,
  .c-value {
    color: var(--c-value);
  }
  b.output,
  .c-output {
    color: var(--c-output);
  }
  sub {
    font-size: 0.76em;
    line-height: 0;
  }
  .spoken {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .no-engine {
    margin: 0;
    padding: 12px 18px;
    color: var(--c-warning);
  }
  .fallback {
    padding: 0 18px;
  }
  .fallback.waiting {
    position: absolute;
    inset: 0;
    color: var(--c-muted);
    overflow: hidden;
  }
  .notice {
    display: flex;
    gap: 12px;
    align-items: flex-start;
    justify-content: space-between;
    margin: 6px 18px;
    padding: 8px 12px;
    font-size: 14px;
    border-radius: 8px;
    background: var(--c-soft);
    border-inline-start: 3px solid var(--c-warning);
  }
  .notice ul {
    margin: 0;
    padding: 0;
    list-style: none;
    overflow-wrap: anywhere;
  }
  .work {
    display: flex;
    gap: 12px;
    align-items: center;
    position: absolute;
    inset-inline-end: 14px;
    inset-block-start: 4px;
    padding: 6px 10px;
    border-radius: 8px;
    font-size: 13.5px;
    background: var(--c-soft);
  }
  .warning {
    color: var(--c-warning);
  }
`;

/** Parts tied to a term of the prose, lit from there. */
const lights = TERMS.map(
  (term) => css`
    [data-lit='${unsafeCSS(term)}'] [data-term='${unsafeCSS(term)}'] {
      filter: drop-shadow(0 0 2.5px var(--c-focus)) drop-shadow(0 0 1px var(--c-focus));
    }
  `,
);

const controls = css`
  .controls {
    display: flex;
    flex-wrap: wrap;
    gap: 10px 22px;
    align-items: center;
    padding: 6px 18px 12px;
    font-size: 14px;
  }
  .controls:empty {
    padding: 0;
  }
  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
    min-width: 0;
  }
  .segments,
  .field {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 10px;
  }
  .segments legend {
    float: left;
    padding: 0;
    margin-inline-end: 10px;
    color: var(--c-muted);
  }
  .field .label {
    color: var(--c-muted);
  }
  .field label {
    display: flex;
    align-items: center;
    gap: 10px;
  }
  .segment-row {
    display: inline-flex;
    flex-wrap: wrap;
    border: 1px solid var(--c-edge);
    border-radius: 8px;
    overflow: clip;
  }
  .segment {
    position: relative;
    cursor: pointer;
  }
  .segment input {
    position: absolute;
    inset: 0;
    margin: 0;
    width: 100%;
    height: 100%;
    opacity: 0;
    cursor: pointer;
  }
  .segment span {
    display: block;
    padding: 4px 12px;
    min-height: 30px;
  }
  .segment + .segment span {
    border-inline-start: 1px solid var(--c-rule);
  }
  .segment:hover span {
    background: var(--c-soft);
  }
  .segment input:checked + span {
    background: var(--c-ink);
    color: var(--c-card);
  }
  .segment input:focus-visible + span {
    outline: 2.5px solid var(--c-focus);
    outline-offset: -4px;
  }
  .segment input:checked:focus-visible + span {
    outline-color: var(--c-card);
  }
  fieldset:disabled,
  .switch:has(input:disabled) {
    opacity: 0.55;
  }
  .switch {
    display: inline-flex;
    align-items: center;
    gap: 9px;
    min-height: 30px;
    position: relative;
    cursor: pointer;
  }
  .switch input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  .track {
    flex: none;
    width: 36px;
    height: 20px;
    border-radius: 99px;
    border: 1.5px solid var(--c-edge);
    background: var(--c-soft);
    position: relative;
  }
  .track::after {
    content: '';
    position: absolute;
    inset-block-start: 2px;
    inset-inline-start: 2px;
    width: 13px;
    height: 13px;
    border-radius: 50%;
    background: var(--c-edge);
    transition: inset-inline-start 0.15s;
  }
  input:checked + .track {
    background: var(--c-ink);
    border-color: var(--c-ink);
  }
  input:checked + .track::after {
    background: var(--c-card);
    inset-inline-start: 18px;
  }
  input:focus-visible + .track {
    outline: 2.5px solid var(--c-focus);
    outline-offset: 2px;
  }
  input[type='range'] {
    width: 170px;
    height: 26px;
    margin: 0;
    accent-color: var(--c-ink);
    cursor: pointer;
    touch-action: pan-y;
  }
  .field.text {
    flex: 1 1 100%;
  }
  .field.text label {
    flex: 1 1 240px;
  }
  textarea {
    flex: 1;
    width: 100%;
    min-width: 0;
    height: 32px;
    max-height: 200px;
    resize: vertical;
  }
  .token-count {
    min-width: 8.2em;
    color: var(--c-muted);
  }
  .limit:not(:empty) {
    flex-basis: 100%;
    color: var(--c-muted);
  }
  input[type='number'],
  input[type='text'],
  textarea,
  select {
    font: inherit;
    color: inherit;
    background: var(--c-card);
    border: 1px solid var(--c-edge);
    border-radius: 7px;
    padding: 3px 7px;
    min-height: 30px;
  }
  input.number {
    width: 5.4em;
  }
  input[aria-invalid='true'] {
    border-color: var(--c-warning);
    outline: 1px solid var(--c-warning);
  }
  select {
    max-width: 100%;
  }
  button {
    font: inherit;
    color: inherit;
    cursor: pointer;
  }
  button.small {
    background: var(--c-card);
    border: 1px solid var(--c-edge);
    border-radius: 7px;
    padding: 3px 11px;
    min-height: 30px;
    font-size: 13.5px;
    white-space: nowrap;
  }
  button.small:hover {
    background: var(--c-soft);
  }
  button:disabled {
    opacity: 0.5;
    cursor: default;
  }
  :is(input, select, textarea, button, a, [tabindex]):focus-visible {
    outline: 2.5px solid var(--c-focus);
    outline-offset: 2px;
  }
  .narrow input[type='range'] {
    width: 140px;
  }
`;

const footer = css`
  footer {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 4px;
    align-items: center;
    padding: 5px 12px;
    border-top: 1px solid var(--c-rule);
    font-size: 13.5px;
    color: var(--c-muted);
  }
  .tool {
    border: 0;
    background: none;
    padding: 5px 7px;
    border-radius: 6px;
  }
  .tool:hover {
    background: var(--c-soft);
    color: var(--c-ink);
  }
  .tool[aria-expanded='true'] {
    background: var(--c-soft);
    color: var(--c-ink);
  }
  .tool[aria-disabled='true'] {
    opacity: 0.55;
    cursor: default;
  }
  .badge {
    margin-inline-start: auto;
    padding: 4px 6px;
    font-size: 12.5px;
  }
  .fell-back {
    display: block;
  }
  .panel {
    margin: 0;
    padding: 10px 18px 14px;
    border-top: 1px solid var(--c-rule);
    font-size: 14px;
  }
  .panel.numbers {
    max-height: 420px;
    overflow: auto;
  }
  .panel.link {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 12px;
    align-items: center;
  }
  .panel.link label {
    flex: 1 1 260px;
  }
  .link-field {
    width: 100%;
    font-size: 13px;
  }
  table {
    border-collapse: collapse;
    margin: 4px 0 18px;
    font-size: 13.5px;
  }
  caption {
    text-align: start;
    font-weight: 650;
    padding: 4px 0;
  }
  th,
  td {
    padding: 3px 10px 3px 0;
    text-align: end;
    white-space: nowrap;
    font-weight: 400;
    border-bottom: 1px solid var(--c-rule);
  }
  th:first-child {
    text-align: start;
  }
  thead th {
    color: var(--c-muted);
  }
`;

const parts = css`
  .hit {
    fill: transparent;
    cursor: pointer;
  }
  svg [tabindex]:focus-visible {
    outline: none;
  }
  svg [tabindex]:focus-visible .focus-ring,
  svg .focus-ring.on {
    stroke: var(--c-focus);
    stroke-width: 2.5;
  }
  svg .focus-ring {
    fill: none;
    stroke: none;
    pointer-events: none;
  }
  @media (prefers-reduced-motion: no-preference) {
    .moves {
      transition:
        y 0.25s ease-out,
        x 0.25s ease-out,
        height 0.25s ease-out,
        width 0.25s ease-out,
        fill 0.25s,
        opacity 0.25s,
        stroke-width 0.25s ease-out;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    * {
      transition: none !important;
      animation: none !important;
    }
  }
  @media (forced-colors: active) {
    .figure {
      border: 1px solid CanvasText;
    }
    .segment input:checked + span {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
    }
    svg {
      forced-color-adjust: none;
    }
  }
  @media print {
    footer,
    .controls,
    .notice {
      display: none;
    }
    .figure {
      break-inside: avoid;
    }
  }
`;

export const frameStyles = [base, ...lights, controls, footer, parts];
