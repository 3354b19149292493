export { bridge, type BridgedHook } from './bridge.ts';
export {
  allLosses,
  type Conversion,
  ConversionError,
  type ConvertedHook,
  type Loss,
  type LossKind,
} from './conversion.ts';
export { convertHooks, type ConvertPlaces, type ConvertRequest } from './convert-hooks.ts';
