export * from './author/index.ts';
export * from './cases/index.ts';
export * from './convert/index.ts';
export * from './prove/index.ts';
export * from './replay/index.ts';
