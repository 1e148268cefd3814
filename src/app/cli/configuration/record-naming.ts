// Fields of a record that hold ids of other records here, and names in a file.

import type { Sql } from '../../../platform/storage/database.ts'
import type { Fields } from './record-shape.ts'

export interface Naming {
  inFile(sql: Sql, fields: Fields): Promise<Fields>
  /** Throws when a name stands for nothing, or for several. */
  inDatabase(sql: Sql, fields: Fields): Promise<Fields>
}
