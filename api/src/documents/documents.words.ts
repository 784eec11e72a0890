import type { WordsOf } from '../kernel/words.ts'
import type * as documents from './documents.ts'

export const documentsWords: WordsOf<typeof documents> = {
  parameters: {
    tenantId: 'The id of the caller’s own company.',
    entityType: 'What the documents hang on.',
    entityId: 'The id of the record that the documents hang on.',
    before: 'The id of the last document of the page before; left out, the newest come first.',
    size: 'How many documents at most.',
    key: 'The document’s key, as its record has it.',
    bucketName: 'The document’s bucket, as its record has it.',
    link: 'The last part of a link that a document’s record has.',
    number: 'Which part it is, counted from 1.',
  },
  descriptions: {
    sha256: 'SHA-256 of the content, as 64 hexadecimal digits',
  },
  examples: {
    tenant_id: '019a3c5e-0a00-7f31-8a4b-1c2d3e4f5a01',
    entity_id: '019a3c5e-7b10-7c42-9d1e-5f0a2b6c4d11',
    entityId: '019a3c5e-7b10-7c42-9d1e-5f0a2b6c4d11',
    fileName: 'work-order.pdf',
    file_name: 'work-order.pdf',
    fileType: 'application/pdf',
    file_type: 'application/pdf',
    file_extension: 'pdf',
    docType: 'WORK_ORDER',
    doc_type: 'WORK_ORDER',
    purpose: 'Work order as issued',
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    bucketName: 'default-docs-bucket',
    bucket_name: 'default-docs-bucket',
    key: '019a3c5e-0a00-7f31-8a4b-1c2d3e4f5a01/019a3c61-5e90-7d12-84c3-9a8b7c6d5e41',
    fingerprint: '1750000000000',
    s3Url: '/common/api/files/one-link',
    url: '/common/api/documents/uploads/019a3c61-5e90-7d12-84c3-9a8b7c6d5e41/part?number=1',
    sheet: null,
    text: null,
    isCut: false,
    fault: null,
  },
  records: {
    document: {
      descriptions: {
        size: 'how many bytes it has',
        s3Url: 'where the file is fetched from, without a header, for minutes',
        thumbnailUrl: 'a small image of it, for minutes; null where there is none',
        previewUrl: 'an image of it for the screen, for minutes; of a PDF the document itself',
        fileType: 'the media type that the content itself tells',
      },
      examples: { size: 248_113 },
    },
    resumableUpload: {
      examples: {
        size: 18_350_080,
        parts: [
          {
            number: 1,
            size: 8_388_608,
            hasArrived: true,
            url: '/common/api/documents/uploads/019a3c61-5e90-7d12-84c3-9a8b7c6d5e41/part?number=1',
          },
        ],
      },
    },
  },
  calls: {
    beginUpload: {
      examples: { size: 18_350_080 },
    },
    getDownloadLink: {
      answer: '/common/api/files/one-link',
    },
    getDocumentPreview: {
      examples: { rows: [{ number: 1, cells: ['Item', 'Quantity', 'Rate'] }] },
    },
  },
}
