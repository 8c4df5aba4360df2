/** Registers every figure; of a script that is loaded twice, or in two versions, the first one's. */
import { registerFigure } from './figure-element.js';
// Those stand together that are alike: compression sees no further back than 32 KB.
import { AttnPattern } from './attn-pattern.js';
import { AttnHeads } from './attn-heads.js';
import { AttnTiling } from './attn-tiling.js';
import { AttnKvCache } from './attn-kv-cache.js';
import { AttnKvSharing } from './attn-kv-sharing.js';
import { AttnSeq2seq } from './attn-seq2seq.js';
import { AttnArchitectures } from './attn-architectures.js';
import { AttnBlock } from './attn-block.js';
import { AttnPipeline } from './attn-pipeline.js';
import { AttnPositional } from './attn-positional.js';
import { AttnOrder } from './attn-order.js';
import { AttnRope } from './attn-rope.js';
import { AttnTemperature } from './attn-temperature.js';
import { AttnScaling } from './attn-scaling.js';
import { AttnComplexity } from './attn-complexity.js';
import { AttnLookup } from './attn-lookup.js';
import { AttnAlignment } from './attn-alignment.js';

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
