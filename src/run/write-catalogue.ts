/** The last step of the build: writes the rows for `assay list` next to the compiled code. */
import { writeCatalogue } from './installed/catalogue.ts';

await writeCatalogue();
