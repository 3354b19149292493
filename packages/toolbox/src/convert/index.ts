export { bridge, type BridgedHook } from './bridge.ts';
export {
  type Conversion,
  ConversionError,
  type ConvertedHook,
  type Loss,
  type LossKind,
  seenLosses,
} from './conversion.ts';
export { IN_CONFIGURATION } from './evidence.ts';
export { convertHooks, type ConvertPlaces, type ConvertRequest } from './convert-hooks.ts';
