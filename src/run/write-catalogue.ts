/** The last step of the build: writes the parsed specs and the rows for `assay list` next to the compiled code. */
import { writeParsedYaml } from '../contract/parsed-yaml.ts';
import { writeCatalogue } from './installed/catalogue.ts';

await writeParsedYaml(writeCatalogue);
