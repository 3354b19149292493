import { type FilePlace, openFileStore, prepareFolder } from './file-store.ts';
import { impatient } from './impatient.ts';
import { openS3Store, prepareBucket, type S3Bucket, type S3Place } from './s3-store.ts';
import type { ObjectStore, StoreOwner } from './store.ts';

/** Where lines go that are older than an hour: a folder that all gateways of the database reach under the same path, or a bucket. */
export type ObjectsConfig = Pick<FilePlace, 'folder'> | S3Bucket;

/** The same with the mark by which it is known. */
export type ObjectsPlace = FilePlace | S3Place;

export const prepareObjects = (config: ObjectsConfig, owner: StoreOwner): Promise<ObjectsPlace> =>
  'folder' in config ? prepareFolder(config.folder, owner) : prepareBucket(config, owner);

export const openObjects = (place: ObjectsPlace): ObjectStore =>
  impatient('folder' in place ? openFileStore(place) : openS3Store(place));

export const samePlace = (one: ObjectsConfig, other: ObjectsConfig): boolean => textOf(one) === textOf(other);

const textOf = (config: ObjectsConfig): string =>
  'folder' in config ? config.folder : [config.endpoint, config.bucket, config.region].join(' ');
