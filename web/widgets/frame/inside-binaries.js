/**
 * Brings the binaries that the script carries. It is the last of its modules, so that their text
 * stands at the script's end: in the middle it would push what the sources repeat out of the 32 KB in
 * which gzip finds it again, which costs 1.2 KB of 140.
 */
import { lengths, packed } from 'virtual:attn-binaries';
import { inside } from './binaries.js';

Object.assign(inside, { packed, lengths });
