import 'virtual:attn-tokens.css';
import 'virtual:attn-formulas.css';
import './styles/article.css';
import './styles/print.css';
import './widgets/all.js';
import './article/page.js';
