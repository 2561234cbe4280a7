/** The settings of this installation: those of every interface that it tests, and Assay's own. */
import { INTERFACES } from '../../../suites/index.ts';
import { type SettingsTable, settingsTable } from '../../settings/table.ts';

export const SETTINGS_TABLE: SettingsTable = settingsTable(INTERFACES.map(({ settings }) => settings));
