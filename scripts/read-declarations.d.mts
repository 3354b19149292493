/** One exported name of a declaration file. */
export interface PublicName {
  readonly name: string;
  readonly kind: 'function' | 'class' | 'constant' | 'namespace' | 'type';
  /** Its comment without stars; empty when it has none. */
  readonly comment: string;
  /** Its declaration as it stands. */
  readonly text: string;
}
/** Every exported name of a declaration file in the order of its exports. */
export function publicNames(file: string): readonly PublicName[];
