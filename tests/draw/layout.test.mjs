import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitText, textWidth } from '../../web/draw/layout.js';

test('an ideograph and an emoji family are as wide as a square, a mark has no width', () => {
  assert.ok(Math.abs(textWidth('東京', 10) - 21) < 1e-9);
  assert.ok(Math.abs(textWidth('👩‍👩‍👧‍👦', 10) - 10.5) < 1e-9);
  assert.equal(textWidth('e\u0301', 10), textWidth('e', 10));
  assert.equal(textWidth('ไทย', 10), textWidth('abc', 10));
});

test('capitals, broad letters and signs take the room that DejaVu Sans gives them, within a seventh', () => {
  const advances = { NEED: 0.7, SOFTMAX: 0.69, MMMM: 0.86, WWWW: 0.99, mmmm: 0.97, '%%%%': 0.95 };
  const others = { '++++': 0.84, '→→': 0.84, '……': 1, ЖИВОТНОЕ: 0.76, moved: 0.66, abcdefg: 0.6 };
  for (const [text, advance] of Object.entries({ ...advances, ...others })) {
    const ratio = textWidth(text, 1) / (advance * text.length);
    assert.ok(ratio > 0.86 && ratio < 1.16, `${text}: ${ratio}`);
  }
  assert.equal(textWidth('स्ते', 10), textWidth('ab', 10));
});

test('words in scripts of India take the room that Noto Sans gives them, within a fifth', () => {
  for (const [text, advance] of [
    ['ध्यान एक शब्द दूसरे शब्दों पर कितना ध्यान देता है', 15.1],
    ['একটি শব্দ অন্য শব্দের দিকে কতটা মনোযোগ দেয়', 17.62],
    ['ஒரு சொல் மற்ற சொற்களை எவ்வளவு கவனிக்கிறது', 26.22],
    ['ഒരു വാക്ക് മറ്റു വാക്കുകളെ എത്രമാത്രം ശ്രദ്ധിക്കുന്നു', 23.91],
  ]) {
    const ratio = textWidth(text.replaceAll(' ', ''), 1) / advance;
    assert.ok(ratio > 0.8 && ratio < 1.2, `${text}: ${ratio}`);
  }
});

test('a text that fits stays whole, a longer one grows smaller first', () => {
  assert.deepEqual(fitText('ball', 100, 14), { text: 'ball', fontSize: 14, isCut: false });
  const { fontSize, isCut } = fitText('because of it', 90, 14);
  assert.ok(fontSize < 14 && fontSize >= 11 && !isCut);
});

test('what does not fit is cut between graphemes, and fits then', () => {
  for (const text of ['東京'.repeat(20), '👩‍👩‍👧‍👦'.repeat(20), 'e\u0301'.repeat(40), 'x'.repeat(45)]) {
    const fitted = fitText(text, 80, 14);
    assert.ok(fitted.isCut && fitted.text.endsWith('…'));
    assert.ok(textWidth(fitted.text, fitted.fontSize) <= 81, fitted.text);
    assert.ok(text.startsWith(fitted.text.slice(0, -1)));
    assert.doesNotMatch(text.slice(fitted.text.length - 1), /^(?:\u200d|\u0301)/);
  }
});

test('even where there is no room one grapheme is shown', () => {
  assert.equal(fitText('東京', 5, 14).text, '東…');
});
