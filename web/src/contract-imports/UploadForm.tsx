import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { downloadContractTemplate, importLimits, uploadContracts } from '@plinth/api/contract-imports'
import { type DragEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { download } from '../lib/call.ts'
import { decimal } from '../lib/format.ts'
import { RecordSection } from '../ui/FieldGroup.tsx'
import { usePhone } from '../ui/usePhone.ts'
import classes from './BulkUpload.module.css'
import { Downloads } from './ImportFailures.tsx'

const noFile = 'Please select a file to upload.'
const wrongType = 'Only CSV or Excel files are allowed.'
const changed = 'The file was changed since it was chosen. Please choose it again.'

const endings = ['.csv', '.xls', '.xlsx']
const types = [
  'text/csv',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]
const limits = `CSV or Excel (${endings.join(', ')}), at most 20 MB and ${decimal(importLimits.rows)} rows.`

/** By what the file says of itself; what it holds is for the server to see. */
const isSheet = ({ name, type }: File) =>
  types.includes(type) || endings.some((ending) => name.toLowerCase().endsWith(ending))

function faultOf(file: File | null): string | null {
  if (!file) return noFile
  if (!isSheet(file)) return wrongType
  return file.size > importLimits.bytes ? (uploadContracts.upload?.tooLarge ?? null) : null
}

/** A file that was saved anew after it was chosen can no longer be read, and would be sent as a broken request. */
const isReadable = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

interface Props {
  file: File | null
  /** Why the last attempt failed. */
  fault: string | null
  /** What was done before has ended, and with it what had the focus. */
  takesFocus: boolean
  onChoose: (file: File | null) => void
  onFault: (fault: string) => void
  onSend: (file: File, isDryRun: boolean) => void
}

export function UploadForm({ file, fault, takesFocus, onChoose, onFault, onSend }: Props) {
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const phone = usePhone()

  // A file that was dropped, or chosen before the last attempt, is in the field as if it had been chosen there. At once:
  // done a moment later, it could take away what was chosen in between.
  useLayoutEffect(() => {
    const held = new DataTransfer()
    if (file) held.items.add(file)
    if (input.current && input.current.files?.[0] !== file) input.current.files = held.files
  }, [file])

  useEffect(() => {
    if (fault !== null || takesFocus) input.current?.focus()
  }, [fault, takesFocus])

  async function send(isDryRun: boolean) {
    const found = faultOf(file) ?? (file && !(await isReadable(file)) ? changed : null)
    if (file && found === null) return onSend(file, isDryRun)
    onFault(found ?? noFile)
    input.current?.focus()
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped) onChoose(dropped)
  }

  return (
    <RecordSection title="Choose a file">
      <Text mb="sm" maw="46rem">
        Rows that are in order are stored; the others are listed with what to mend. Check first judges every row and
        stores nothing. A row that was uploaded before is not stored again.
      </Text>
      <div
        className={classes['drop']}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <TextInput
          ref={input}
          type="file"
          label="File of contracts"
          description={phone ? limits : `${limits} You can also drag it here.`}
          accept={[...endings, ...types].join(',')}
          classNames={{ input: classes['file'] ?? '' }}
          error={(fault ?? (file && faultOf(file))) && <span role="alert">{fault ?? faultOf(file)}</span>}
          onChange={(event) => onChoose(event.currentTarget.files?.[0] ?? null)}
        />
      </div>
      <Stack gap="md">
        <Group gap="xs">
          <Button onClick={() => void send(false)}>Upload</Button>
          <Button variant="default" onClick={() => void send(true)}>
            Check first
          </Button>
        </Group>
        <Downloads
          label="Template with every column"
          of="the template"
          get={(format) => download(downloadContractTemplate, { query: { format } })}
        />
      </Stack>
    </RecordSection>
  )
}
