/** Registers every figure; of a script that is loaded twice, or in two versions, the first one's. */
import { registerFigure } from './figure-element.js';
import { AttnAlignment } from './attn-alignment.js';
import { AttnArchitectures } from './attn-architectures.js';
import { AttnBlock } from './attn-block.js';
import { AttnComplexity } from './attn-complexity.js';
import { AttnHeads } from './attn-heads.js';
import { AttnKvCache } from './attn-kv-cache.js';
import { AttnKvSharing } from './attn-kv-sharing.js';
import { AttnLookup } from './attn-lookup.js';
import { AttnOrder } from './attn-order.js';
import { AttnPattern } from './attn-pattern.js';
import { AttnPipeline } from './attn-pipeline.js';
import { AttnPositional } from './attn-positional.js';
import { AttnRope } from './attn-rope.js';
import { AttnScaling } from './attn-scaling.js';
import { AttnSeq2seq } from './attn-seq2seq.js';
import { AttnTemperature } from './attn-temperature.js';
import { AttnTiling } from './attn-tiling.js';

const FIGURES = [
  AttnComplexity,
  AttnLookup,
  AttnPipeline,
  AttnPattern,
  AttnTemperature,
  AttnScaling,
  AttnAlignment,
  AttnHeads,
  AttnOrder,
  AttnKvCache,
  AttnKvSharing,
  AttnTiling,
  AttnBlock,
  AttnPositional,
  AttnArchitectures,
  AttnRope,
  AttnSeq2seq,
];

FIGURES.forEach(registerFigure);
