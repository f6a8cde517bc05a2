Warning: The certificate 'c.pem' ends in 29 days. Renew it.
The test is at http://127.0.0.1:24840/
The operator's page: http://127.0.0.1:24840/operator
The records: http://127.0.0.1:24840/records
The test is at https://lane1.clinic.test:24841/
The operator's page: https://lane1.clinic.test:24841/operator
The records: https://lane1.clinic.test:24841/records
The test is at https://192.0.2.2:24841/
The operator's page: https://192.0.2.2:24841/operator
The records: https://192.0.2.2:24841/records

Stopping; once more to end at once.
