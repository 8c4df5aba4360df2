import js from '@eslint/js';
import globals from 'globals';

const shared = {
  'no-var': 'error',
  'prefer-const': 'error',
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  'no-unused-vars': ['error', { argsIgnorePattern: '^_', caughtErrors: 'none' }],
  'no-eval': 'error',
  'no-implied-eval': 'error',
  'no-new-func': 'error',
  'max-lines': ['warn', { max: 250, skipBlankLines: true, skipComments: true }],
};

// A teaching page must give the same picture twice: every random number comes from a seed.
const seededOnly = {
  'no-restricted-properties': [
    'error',
    { object: 'Math', property: 'random', message: 'Use engine.random with a seed.' },
  ],
};

export default [
  { ignores: ['build/', 'node_modules/'] },
  js.configs.recommended,
  {
    files: ['web/**/*.js'],
    languageOptions: { globals: { ...globals.browser, ...globals.worker } },
    rules: { ...shared, ...seededOnly },
  },
  {
    files: ['*.js', '{c,tools,tests}/**/*.{js,mjs}', 'web/article/{plugin,assembly/*}.js'],
    languageOptions: { globals: { ...globals.node } },
    rules: { ...shared, 'max-lines': ['warn', { max: 400 }] },
  },
  {
    // Functions passed to page.evaluate run in the browser.
    files: ['tests/browser/**/*.{js,mjs}', 'tests/bench/**/*.mjs'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
];
