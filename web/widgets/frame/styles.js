/** The look of the shared frame; what single figures need beyond it stands with them. */
import { base } from './styles/base.js';
import { controls } from './styles/controls.js';
import { footer } from './styles/footer.js';
import { lights } from './styles/lights.js';
import { parts } from './styles/parts.js';
import { textField } from './styles/text-field.js';

export const frameStyles = [base, ...lights, controls, textField, footer, parts];
