import './article/page.js';
