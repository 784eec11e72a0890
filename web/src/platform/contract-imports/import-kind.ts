import type { Endpoint } from '@plinth/api/kernel/endpoint'
import type { ExportFormat } from '@plinth/api/kernel/exports'
import type { listContractImports } from '@plinth/api/platform/contract-imports'
import type { ContractImport } from '@plinth/api/platform/import-results'
import type { UploadKind } from './UploadForm.tsx'

/** What undoing an upload came to. */
export interface Undone {
  import: ContractImport
  removed: number
  /** What stays, and why; of what hangs on a contract also that. */
  kept: { id: string; contractId?: string | null; refId: string; reason: string }[]
}

/** What is taken in by a screen of uploads: its calls, and its words. */
export interface ImportKind {
  title: string
  form: UploadKind
  /** The list of what is taken in. */
  list: { to: string; call: Endpoint; label: string; see: string }
  imports: typeof listContractImports
  getFailures: (id: string, format: ExportFormat) => Promise<void>
  undoing: Endpoint
  undo: (id: string) => Promise<Undone>
  /** Where a record that stays is shown. */
  addressOf: (kept: Undone['kept'][number]) => string | undefined
  said: {
    /** What leaving the screen means while a file is sent, and what cancelling does. */
    loss: string
    cancelling: string
    storedByThen: (stored: number) => string
    unknownColumns: (columns: string) => string
    undoQuestion: (created: number) => string
    undone: (removed: number) => string
    kept: (removed: number, kept: number) => string
  }
}
