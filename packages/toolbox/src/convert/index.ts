export { bridge, type BridgedHook } from './bridge.ts';
export {
  type Conversion,
  ConversionError,
  type ConvertedHook,
  type Loss,
  type LossKind,
  seenLosses,
} from './conversion.ts';
export { convertHooks, type ConvertPlaces, type ConvertRequest } from './convert-hooks.ts';
