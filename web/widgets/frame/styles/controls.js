/** Buttons, sliders, switches and fields. */
import { css } from 'lit';

export const controls = css`
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
  .bare {
    display: contents;
  }
  .segments,
  .field {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 10px;
    max-width: 100%;
  }
  .segments legend {
    float: inline-start;
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
  :disabled .segment-row,
  :disabled + .track {
    opacity: 0.55;
  }
  .needs,
  .switch:has(:disabled) {
    color: var(--c-muted);
  }
  .needs.off {
    visibility: hidden;
  }
  label.field .needs.off {
    display: none;
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
  [dir='rtl'] input.number {
    text-align: right;
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
  /* The label above, slider and number on one line. */
  .narrow .range {
    flex: 1 1 260px;
    align-items: end;
  }
  .narrow .range label {
    flex: 1;
    flex-wrap: wrap;
    gap: 0 10px;
    min-width: 0;
  }
  .narrow .range :is(.label, output, .needs) {
    flex-basis: 100%;
  }
  .narrow .range input[type='range'] {
    flex: 1;
    min-width: 0;
  }
`;
