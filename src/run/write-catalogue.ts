/** A step of the build: writes the rows for `assay list`, and what reading them has parsed, next to the compiled code. */
import { writeParsed } from '../contract/assemble.ts';
import { writeCatalogue } from './installed/catalogue.ts';

await writeCatalogue();
writeParsed();
