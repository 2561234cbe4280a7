/** A step of the build: writes what `assay list` prints beside the compiled code. */
import { writeCatalogue } from './catalogue.ts';

await writeCatalogue();
