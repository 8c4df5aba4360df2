// The small language that the params of attn-seq2seq are fitted on: English
// sentences with their German translations, whose words stand elsewhere. Every
// German word depends on its own English word, so that it must be read there.

const NOUNS = {
  robot: 'Roboter',
  ball: 'Ball',
  dog: 'Hund',
  stone: 'Stein',
  man: 'Mann',
  hat: 'Hut',
};
/** In front of a subject and of an object. */
const ARTICLES = { the: ['der', 'den'], a: ['ein', 'einen'] };
const STEMS = { picked: 'hob', took: 'nahm', threw: 'warf', put: 'setzte' };
/** German puts them after the object. */
const PARTICLES = { up: 'auf', down: 'ab', away: 'weg', out: 'aus' };
const REASONS = { because: 'weil', although: 'obwohl' };
const PRONOUNS = { it: 'er', that: 'das' };
const VERBS = { was: 'war', is: 'ist' };
const ADJECTIVES = { heavy: 'schwer', small: 'klein', new: 'neu', red: 'rot', old: 'alt' };

/** @typedef {[source: string, target: string]} Word */
/** @typedef {{ source: string[], target: string[], alignment: number[] }} Sentence */

/**
 * @param {Word[]} words  in English order
 * @param {number[]} alignment  their places in German order
 * @returns {Sentence}
 */
const sentence = (words, alignment) => ({
  source: words.map(([source]) => source),
  target: alignment.map((place) => words[place][1]),
  alignment,
});

/** the robot picked up the ball because it was heavy, its words given by their English. */
function reason([article, subject, stem, particle, other, object, why, pronoun, verb, adjective]) {
  const words = [
    [article, ARTICLES[article][0]],
    [subject, NOUNS[subject]],
    [stem, STEMS[stem]],
    [particle, PARTICLES[particle]],
    [other, ARTICLES[other][1]],
    [object, NOUNS[object]],
    [why, REASONS[why]],
    [pronoun, PRONOUNS[pronoun]],
    [verb, VERBS[verb]],
    [adjective, ADJECTIVES[adjective]],
  ];
  return sentence(words, [0, 1, 2, 4, 5, 3, 6, 7, 9, 8]);
}

/** the first half alone: the robot picked up the ball */
function deed(words) {
  const { source, target, alignment } = reason([...words, 'because', 'it', 'was', 'heavy']);
  return {
    source: source.slice(0, 6),
    target: target.slice(0, 6),
    alignment: alignment.slice(0, 6),
  };
}

/** the robot was heavy */
function state([article, subject, verb, adjective]) {
  const words = [
    [article, ARTICLES[article][0]],
    [subject, NOUNS[subject]],
    [verb, VERBS[verb]],
    [adjective, ADJECTIVES[adjective]],
  ];
  return sentence(words, [0, 1, 2, 3]);
}

const DEED = [ARTICLES, NOUNS, STEMS, PARTICLES, ARTICLES, NOUNS];
const KINDS = [
  [reason, [...DEED, REASONS, PRONOUNS, VERBS, ADJECTIVES]],
  [deed, DEED],
  [state, [ARTICLES, NOUNS, VERBS, ADJECTIVES]],
];

/**
 * A sentence of the language.
 * @param {() => number} next  random numbers from 0 to 1
 */
export function draw(next) {
  const pick = (list) => list[Math.floor(next() * list.length)];
  const [make, slots] = pick(KINDS);
  return make(slots.map((words) => pick(Object.keys(words))));
}

/** What the figure offers, the running example first. */
export const SHOWN = [
  reason('the robot picked up the ball because it was heavy'.split(' ')),
  reason('a man threw away the hat although that is new'.split(' ')),
  deed('the dog put down a stone'.split(' ')),
  state('the ball is red'.split(' ')),
];

const flat = (tables) => tables.flatMap((table) => Object.entries(table));
const tables = [ARTICLES, NOUNS, STEMS, PARTICLES, REASONS, PRONOUNS, VERBS, ADJECTIVES];
export const SOURCE_WORDS = flat(tables).map(([source]) => source);
export const TARGET_WORDS = flat(tables).flatMap(([, target]) => target);
