/** Loads @peculiar/x509 when it is first needed: it takes longer to load than everything else together. */

export type X509Library = typeof import('@peculiar/x509');

/** The library; its metadata polyfill has to be there before it. */
export async function loadX509Library(): Promise<X509Library> {
  await import('reflect-metadata');
  return import('@peculiar/x509');
}
