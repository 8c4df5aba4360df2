import 'virtual:attn-formulas.css';
import './article/page.js';
