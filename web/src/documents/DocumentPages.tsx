import { Alert, Group, NativeSelect, TextInput } from '@mantine/core'
import { type DocumentEntity, defaultDocType } from '@plinth/api/documents'
import { id } from '@plinth/api/kernel/fields'
import { Navigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ContractLink } from '../contracts/ContractReference.tsx'
import { words } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import { useUser } from '../lib/session.ts'
import { RecordSection } from '../ui/FieldGroup.tsx'
import { Screen } from '../ui/Screen.tsx'
import { DocumentList, RecordDocuments } from './DocumentList.tsx'
import { type FormTexts, UploadArea, type UploadProps } from './UploadArea.tsx'
import { type Place, useRights } from './useDocuments.ts'

const missing = <Alert color="red">{t('Missing required parameters')}</Alert>

interface PageProps {
  title: string
  place: Place
  context?: ReactNode
  children: ReactNode
}

/** A page of documents, for those who may see them. */
function DocumentPage({ title, place, context, children }: PageProps) {
  const may = useRights(place.entityType)
  if (!may('canView')) return <Navigate to="/unauthorized" replace />
  const isWhole = id.safeParse(place.entityId).success
  return (
    <Screen key={place.entityId} title={title} context={isWhole && context}>
      {isWhole ? children : missing}
    </Screen>
  )
}

interface FormProps extends UploadProps {
  form: FormTexts
}

/** Files are chosen first and sent by a button; below are those that are there. */
function UploadPage(props: FormProps) {
  const may = useRights(props.place.entityType)
  return (
    <>
      {may('canCreate') && (
        <RecordSection title={t('Upload documents')}>
          <UploadArea {...props} />
        </RecordSection>
      )}
      <RecordSection title={t('Documents')}>
        <DocumentList place={props.place} />
      </RecordSection>
    </>
  )
}

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

/** Vehicles, policies and payments have no records yet: their documents hang on the company. */
function useCompany(entityType: DocumentEntity) {
  const user = useUser()
  const place: Place = { entityType, entityId: user?.tenantId ?? '' }
  return { place, context: user?.tenantName }
}

export function VehicleDocuments() {
  const company = useCompany('VEHICLE')
  return (
    <DocumentPage title={t('Vehicles')} {...company}>
      <RecordSection title={t('Documents')}>
        <RecordDocuments place={company.place} />
      </RecordSection>
    </DocumentPage>
  )
}

export function InsuranceDocuments() {
  const company = useCompany('VEHICLE_INSURANCE')
  return (
    <DocumentPage title={t('Vehicle insurance')} {...company}>
      <UploadPage
        place={company.place}
        service="common"
        form={{ none: t('Please choose a file.'), failed: t('Upload failed. Please try again.') }}
      />
    </DocumentPage>
  )
}

export function PaymentDocuments() {
  const company = useCompany('PAYMENT')
  return (
    <DocumentPage title={t('Payments')} {...company}>
      <UploadPage
        place={company.place}
        service="common"
        form={{
          none: t('Please select one or more files.'),
          failed: t('Upload failed. See console for details.'),
          done: (count) => t('Uploaded {count} file(s) successfully.', { count }),
        }}
        // oxlint-disable-next-line no-console -- the page says that the details are there
        onFault={(error) => console.error(error)}
      />
    </DocumentPage>
  )
}
