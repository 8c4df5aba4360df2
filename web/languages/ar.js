/** The entry of attn-texts.ar.js, a classic script. */
import { ar } from '../model/texts/ar.js';
import { register } from './register.js';

register(ar);
