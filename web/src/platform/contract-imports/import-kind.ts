import type { Endpoint } from '@plinth/api/kernel/endpoint'
import type { ExportFormat } from '@plinth/api/kernel/exports'
import type { listContractImports } from '@plinth/api/platform/contract-imports'
import type { ContractImport } from '@plinth/api/platform/import-results'
import type { UploadKind } from './UploadForm.tsx'

/** The result of undoing an import. */
export interface Undone {
  import: ContractImport
  removed: number
  /** The records that stay, and why; with the contract of a record that has one. */
  kept: { id: string; contractId?: string | null; refId: string; reason: string }[]
}

/** The calls and texts of a screen for imports. */
export interface ImportKind {
  title: string
  form: UploadKind
  /** The list of the imported records. */
  list: { to: string; call: Endpoint; label: string; see: string }
  imports: typeof listContractImports
  getFailures: (id: string, format: ExportFormat) => Promise<void>
  undoing: Endpoint
  undo: (id: string) => Promise<Undone>
  /** The address of a record that stays. */
  addressOf: (kept: Undone['kept'][number]) => string | undefined
  said: {
    /** The consequences of leaving the screen during an upload, and of cancelling. */
    loss: string
    cancelling: string
    storedByThen: (stored: number) => string
    unknownColumns: (columns: string) => string
    undoQuestion: (created: number) => string
    undone: (removed: number) => string
    kept: (removed: number, kept: number) => string
  }
}
