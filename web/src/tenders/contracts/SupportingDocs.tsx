import { Group, NativeSelect, TextInput } from '@mantine/core'
import { defaultDocType } from '@plinth/api/documents/documents'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { UploadPage } from '../../documents/documents/DocumentList.tsx'
import { DocumentPage } from '../../documents/documents/DocumentPages.tsx'
import type { Place } from '../../documents/documents/useDocuments.ts'
import { words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { ContractLink } from './ContractReference.tsx'

const docTypes = [
  defaultDocType,
  'TENDER_NOTICE',
  'AGREEMENT',
  'WORK_ORDER',
  'DRAWING',
  'MEASUREMENT',
  'BILL',
  'CERTIFICATE',
  'CORRESPONDENCE',
  'PHOTO',
]
const docTypeOptions = docTypes.map((value) => ({
  value,
  label: value === defaultDocType ? t('Supporting document') : words(value),
}))

export function SupportingDocs() {
  const { id: contractId = '' } = useParams({ strict: false })
  const [docType, setDocType] = useState<string>(defaultDocType)
  const [purpose, setPurpose] = useState('')
  const place: Place = { entityType: 'CONTRACT', entityId: contractId }
  return (
    <DocumentPage title={t('Supporting documents')} place={place} context={<ContractLink id={contractId} />}>
      <UploadPage
        place={place}
        service="project"
        form={{
          none: t('Please select at least one file to upload.'),
          failed: t('Upload failed. Please try again.'),
        }}
        about={{ docType, ...(purpose.trim() && { purpose: purpose.trim() }) }}
      >
        <Group gap="md" mb="md" align="flex-start">
          <NativeSelect
            label={t('Document type')}
            data={docTypeOptions}
            value={docType}
            onChange={(event) => setDocType(event.currentTarget.value)}
          />
          <TextInput
            label={t('Purpose')}
            flex="1 1 14rem"
            maw="28rem"
            maxLength={500}
            value={purpose}
            onChange={(event) => setPurpose(event.currentTarget.value)}
          />
        </Group>
      </UploadPage>
    </DocumentPage>
  )
}
