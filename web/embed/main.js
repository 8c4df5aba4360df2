import 'virtual:attn-tokens.css';
import './embed.css';
import '../widgets/all.js';
import { startEmbed } from './embed.js';

startEmbed(document);
