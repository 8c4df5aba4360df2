/** The entry of attn-texts.ja.js, a classic script. */
import { ja } from '../model/texts/ja.js';
import { register } from './register.js';

register(ja);
