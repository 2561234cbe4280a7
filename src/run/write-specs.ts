/** The last step of the build: writes the parsed specs next to the compiled code. */
import { writeParsedYaml } from '../contract/parsed-yaml.ts';
import { installedContracts } from './installed/suites.ts';

writeParsedYaml(installedContracts);
