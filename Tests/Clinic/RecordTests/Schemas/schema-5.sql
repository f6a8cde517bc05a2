PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE person (
    key TEXT PRIMARY KEY NOT NULL, id TEXT UNIQUE, name TEXT, birthDate TEXT,
    foldedID TEXT, foldedName TEXT NOT NULL, version INTEGER NOT NULL
, salt TEXT) STRICT;
INSERT INTO person VALUES('01a21986-4def-7c87-80d9-a4f32424a5ae','1','Sample Person','1957-08-23','1','sample person',1,NULL);
INSERT INTO person VALUES('01932c07-209c-7d4e-8a3b-5f2c1d0e9b7a','=HYPERLINK("x")','Müller, "Jo" ]\<b>&','1957-08-23','=hyperlink("x")','müller, "jo" ]\<b>&',1,'d54f4ee5224d814c-17d50188b6b812');
CREATE TABLE test (
    id TEXT PRIMARY KEY NOT NULL, person TEXT REFERENCES person, sitting TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('running', 'finished', 'interrupted', 'voided')),
    began INTEGER NOT NULL, beganOffset INTEGER NOT NULL,
    ended INTEGER, endedOffset INTEGER,
    eye TEXT NOT NULL, procedure TEXT NOT NULL, correction TEXT,
    logMAR REAL, estimate REAL, low REAL, high REAL,
    circumstances TEXT NOT NULL, record TEXT NOT NULL, version INTEGER NOT NULL,
    CHECK (state = 'running' OR ended IS NOT NULL)
) STRICT;
INSERT INTO test VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410','01a21986-4def-7c87-80d9-a4f32424a5ae','01a21986-4ebf-790f-9eef-905e55548a69','finished',1795724562111,0,1795724562259,0,'right','etdrs','glasses',1.0,0.95567980790664763812,0.88098458951387992321,1.0369480289148833573,'{"correction":"glasses","distanceSource":"usual","examiner":"Examiner","lane":"lane 1","software":"aloud 0.1.0"}','{"calibrated":false,"chart":"1","complete":true,"decimal":"0.10","distance":4,"ended":"stopRuleMet","estimate":0.956,"event":"result","eye":"right","flags":["atFloor"],"hearing":"0.0","interval95":[0.881,1.037],"intervalOpen":[],"letterScore":null,"lettersAskedAgain":0,"lettersCredited":0,"lettersRight":5,"lettersUsed":10,"lines":[{"answers":["N","C","K","Z","O"],"letters":"NCKZO","line":1,"logMAR":1,"right":5},{"answers":[null,null,null,null,null],"letters":"RHSDK","line":2,"logMAR":0.9,"right":0}],"logMAR":1,"misheard":0,"notation":"20/200","orBetter":false,"procedure":"etdrs","remarks":["readAlsoAtOneMetre"],"seconds":0.112,"seed":null,"snellen":"20/200","snellenMetres":"6/60","stopRule":"none-right","time":"2026-11-26T20:22:42Z"}',1);
INSERT INTO test VALUES('01932c07-209c-7d4e-8a3b-5f2c1d0e0009',NULL,'01932c07-209c-7d4e-8a3b-5f2c1d0e0009','interrupted',1769868309120,60,1769868309120,60,'both','etdrs',NULL,NULL,NULL,NULL,NULL,'{}','{"chart":null,"complete":false,"decimal":null,"distance":4,"ended":"interrupted","estimate":null,"event":"result","eye":"both","flags":[],"interval95":null,"intervalOpen":[],"letterScore":null,"lettersAskedAgain":0,"lettersCredited":0,"lettersRight":0,"lettersUsed":0,"lines":[],"logMAR":null,"notation":null,"orBetter":false,"procedure":"etdrs","remarks":[],"seconds":0,"seed":null,"snellen":null,"snellenMetres":null}',1);
INSERT INTO test VALUES('01932c07-209c-7d4e-8a3b-5f2c1d0e0003','01932c07-209c-7d4e-8a3b-5f2c1d0e9b7a','01932c07-209c-7d4e-8a3b-5f2c1d0e0001','finished',1769864829120,60,1769864893120,60,'left','etdrs','glasses',0.10000000000000000555,-0.10499999999999999611,-0.2000000000000000111,0.010000000000000000208,'{"correction":"glasses","distanceSource":"entered","examiner":"Dr. B, \"C\"\nline","lane":"lane-2","note":"+1 note","software":"aloud 0.1.0"}','{"calibrated":true,"chart":"2","complete":true,"decimal":"0.80","distance":4,"ended":"stopRuleMet","estimate":-0.105,"event":"result","eye":"left","flags":[],"interval95":[-0.2,0.01],"intervalOpen":[],"letterScore":null,"lettersAskedAgain":1,"lettersCredited":0,"lettersRight":50,"lettersUsed":50,"lines":[{"answers":["D","S","R","K","N"],"letters":"DSRKN","line":1,"logMAR":1,"right":5},{"answers":["C","K","Z","O","H"],"letters":"CKZOH","line":2,"logMAR":0.9,"right":5},{"answers":["O","N","R","K","D"],"letters":"ONRKD","line":3,"logMAR":0.8,"right":5},{"answers":["K","Z","V","D","C"],"letters":"KZVDC","line":4,"logMAR":0.7,"right":5},{"answers":["V","S","H","Z","O"],"letters":"VSHZO","line":5,"logMAR":0.6,"right":5},{"answers":["H","D","K","C","R"],"letters":"HDKCR","line":6,"logMAR":0.5,"right":5},{"answers":["C","S","H","H","H"],"letters":"CSRHN","line":7,"logMAR":0.4,"right":3},{"answers":["S","V","H","H","H"],"letters":"SVZDK","line":8,"logMAR":0.3,"right":2},{"answers":["N","C","H","H","H"],"letters":"NCVOZ","line":9,"logMAR":0.2,"right":2},{"answers":["R","H","H","H","H"],"letters":"RHSDV","line":10,"logMAR":0.1,"right":2},{"answers":["S","N","H","H","H"],"letters":"SNROH","line":11,"logMAR":0,"right":3},{"answers":["O","D","H","H","H"],"letters":"ODHKR","line":12,"logMAR":-0.1,"right":3},{"answers":["Z","K","H","H","H"],"letters":"ZKCSN","line":13,"logMAR":-0.2,"right":2},{"answers":["C","R","H","H","H"],"letters":"CRHDV","line":14,"logMAR":-0.3,"right":3}],"logMAR":0.1,"notation":"20/25","orBetter":true,"procedure":"etdrs","remarks":["beyondSmallestLine"],"seconds":64,"seed":null,"snellen":"20/25","snellenMetres":"6/7.5"}',2);
INSERT INTO test VALUES('01932c07-209c-7d4e-8a3b-5f2c1d0e0002','01932c07-209c-7d4e-8a3b-5f2c1d0e9b7a','01932c07-209c-7d4e-8a3b-5f2c1d0e0001','finished',1769864709120,60,1769864773120,60,'right','etdrs','none',-0.2000000000000000111,-0.10499999999999999611,-0.2000000000000000111,0.010000000000000000208,'{"correction":"none","distanceSource":"entered","examiner":"Dr. B, \"C\"\nline","lane":"lane-2","note":"+1 note","software":"aloud 0.1.0"}','{"calibrated":true,"chart":"1","complete":true,"decimal":"1.60","distance":4,"ended":"stopRuleMet","estimate":-0.105,"event":"result","eye":"right","flags":[],"interval95":[-0.2,0.01],"intervalOpen":[],"letterScore":95,"lettersAskedAgain":1,"lettersCredited":0,"lettersRight":65,"lettersUsed":50,"lines":[{"answers":["N","C","K","Z","O"],"letters":"NCKZO","line":1,"logMAR":1,"right":5},{"answers":["R","H","S","D","K"],"letters":"RHSDK","line":2,"logMAR":0.9,"right":5},{"answers":["D","O","V","H","R"],"letters":"DOVHR","line":3,"logMAR":0.8,"right":5},{"answers":["C","Z","R","H","S"],"letters":"CZRHS","line":4,"logMAR":0.7,"right":5},{"answers":["O","N","H","R","C"],"letters":"ONHRC","line":5,"logMAR":0.6,"right":5},{"answers":["D","K","S","N","V"],"letters":"DKSNV","line":6,"logMAR":0.5,"right":5},{"answers":["Z","S","O","K","N"],"letters":"ZSOKN","line":7,"logMAR":0.4,"right":5},{"answers":["C","K","D","N","R"],"letters":"CKDNR","line":8,"logMAR":0.3,"right":5},{"answers":["S","R","Z","K","D"],"letters":"SRZKD","line":9,"logMAR":0.2,"right":5},{"answers":["H","Z","O","V","C"],"letters":"HZOVC","line":10,"logMAR":0.1,"right":5},{"answers":["N","V","D","O","K"],"letters":"NVDOK","line":11,"logMAR":0,"right":5},{"answers":["V","H","C","N","O"],"letters":"VHCNO","line":12,"logMAR":-0.1,"right":5},{"answers":["S","V","H","H","H"],"letters":"SVHCZ","line":13,"logMAR":-0.2,"right":3},{"answers":["O","Z","H","H","H"],"letters":"OZDVK","line":14,"logMAR":-0.3,"right":2}],"logMAR":-0.2,"notation":"20/12.5","orBetter":false,"procedure":"etdrs","remarks":["beyondSmallestLine"],"seconds":64,"seed":null,"snellen":"20/12.5","snellenMetres":"6/3.8"}',1);
CREATE TABLE event (
    test TEXT NOT NULL REFERENCES test, number INTEGER NOT NULL,
    at INTEGER NOT NULL, atOffset INTEGER NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (test, number)
) STRICT, WITHOUT ROWID;
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',0,1795724562127,0,'{"event":"present","letters":"NCKZO","line":1,"logMAR":1}');
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',1,1795724562133,0,'{"confidence":1,"event":"answer","heard":"N","letter":"N","line":1,"position":0}');
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',2,1795724562143,0,'{"confidence":1,"event":"answer","heard":"C","letter":"C","line":1,"position":1}');
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',3,1795724562154,0,'{"confidence":1,"event":"answer","heard":"K","letter":"K","line":1,"position":2}');
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',4,1795724562158,0,'{"confidence":1,"event":"answer","heard":"Z","letter":"Z","line":1,"position":3}');
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',5,1795724562163,0,'{"confidence":1,"event":"answer","heard":"O","letter":"O","line":1,"position":4}');
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',6,1795724562167,0,'{"event":"line","line":1,"right":5}');
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',7,1795724562183,0,'{"event":"present","letters":"RHSDK","line":2,"logMAR":0.9}');
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',8,1795724562187,0,'{"confidence":1,"event":"answer","heard":"I can''t see any","letter":null,"line":2,"missed":true,"position":0}');
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',9,1795724562195,0,'{"confidence":1,"event":"answer","heard":"I can''t see any","letter":null,"line":2,"missed":true,"position":1}');
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',10,1795724562198,0,'{"confidence":1,"event":"answer","heard":"I can''t see any","letter":null,"line":2,"missed":true,"position":2}');
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',11,1795724562206,0,'{"confidence":1,"event":"answer","heard":"I can''t see any","letter":null,"line":2,"missed":true,"position":3}');
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',12,1795724562223,0,'{"confidence":1,"event":"answer","heard":"I can''t see any","letter":null,"line":2,"missed":true,"position":4}');
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',13,1795724562227,0,'{"event":"line","line":2,"right":0}');
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',14,1795724562242,0,'{"calibrated":false,"chart":"1","complete":true,"decimal":"0.10","distance":4,"ended":"stopRuleMet","estimate":0.956,"event":"result","eye":"right","flags":["atFloor"],"hearing":"0.0","interval95":[0.881,1.037],"intervalOpen":[],"letterScore":null,"lettersAskedAgain":0,"lettersCredited":0,"lettersRight":5,"lettersUsed":10,"lines":[{"answers":["N","C","K","Z","O"],"letters":"NCKZO","line":1,"logMAR":1,"right":5},{"answers":[null,null,null,null,null],"letters":"RHSDK","line":2,"logMAR":0.9,"right":0}],"logMAR":1,"misheard":0,"notation":"20/200","orBetter":false,"procedure":"etdrs","remarks":["readAlsoAtOneMetre"],"seconds":0.112,"seed":null,"snellen":"20/200","snellenMetres":"6/60","stopRule":"none-right","time":"2026-11-26T20:22:42Z"}');
CREATE TABLE former (
    test TEXT NOT NULL REFERENCES test, version INTEGER NOT NULL,
    changed INTEGER NOT NULL, changedOffset INTEGER NOT NULL,
    author TEXT NOT NULL, reason TEXT, body TEXT NOT NULL,
    PRIMARY KEY (test, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE trail (
    number INTEGER PRIMARY KEY NOT NULL, at INTEGER NOT NULL, atOffset INTEGER NOT NULL,
    author TEXT NOT NULL, reason TEXT, action TEXT NOT NULL, object TEXT, contents TEXT,
    previous TEXT NOT NULL, digest TEXT NOT NULL UNIQUE
, seal TEXT) STRICT;
INSERT INTO trail VALUES(1,1795724561904,0,'root',NULL,'addPerson','01a21986-4def-7c87-80d9-a4f32424a5ae','2:d648d665332a37847b8e647d420302f2b7acf045b87ec1533a2e399d5a1fb532','0000000000000000000000000000000000000000000000000000000000000000','b5a10103d86201f20bb6f0ff079e9856d51653a630cce6b838bb97b290e498b9',NULL);
INSERT INTO trail VALUES(2,1795724562112,0,'root',NULL,'begin','01a21986-4ebf-71a0-bab4-0a2ba4bd3410','2:d657e2042d62313fa1b6b3c73048ca7cd1cf6382764072b5249633c555beb27f','b5a10103d86201f20bb6f0ff079e9856d51653a630cce6b838bb97b290e498b9','b017f8f34f561e79c623a153a570b9cec6fff02279590d3ff802afd04b29168e',NULL);
INSERT INTO trail VALUES(3,1795724562260,0,'root',NULL,'finish','01a21986-4ebf-71a0-bab4-0a2ba4bd3410','2:d657e2042d62313fa1b6b3c73048ca7cd1cf6382764072b5249633c555beb27f','b017f8f34f561e79c623a153a570b9cec6fff02279590d3ff802afd04b29168e','bdb42434ad0076cee6a5d22e5264c66a218b48372912cd2fd08b90e91e0c711a',NULL);
INSERT INTO trail VALUES(4,1795732494560,0,'root','anna, admin','addAccount','01a219ff-5857-7ba4-9c14-de4b617bd77e','2:9cbf01e6f67cc3b07e2e0363236b0b905dca18357163f764da7fa0a08fc19d44','bdb42434ad0076cee6a5d22e5264c66a218b48372912cd2fd08b90e91e0c711a','8d740d4a0e29a055eab81d57e4a861f5fe5533e4980edae0b4f8b8f47f4778aa',NULL);
INSERT INTO trail VALUES(5,1795732494634,0,'root','export, clinician','addAccount','01a219ff-5929-7d36-9cd3-5b0a888606b1','2:3b9864fded5510bad10906af462f4f7051986d9a63279563fc24b371fd13e8d4','8d740d4a0e29a055eab81d57e4a861f5fe5533e4980edae0b4f8b8f47f4778aa','d06917c2732934f4e08a6d57c271fffe37ba3961786357292f4fffaf7f23536a',NULL);
INSERT INTO trail VALUES(6,1795732494747,0,'root','export, nightly','addToken','01a219ff-5929-7d36-9cd3-5b0a888606b1','2:3b9864fded5510bad10906af462f4f7051986d9a63279563fc24b371fd13e8d4','d06917c2732934f4e08a6d57c271fffe37ba3961786357292f4fffaf7f23536a','c97562f19a16527f60273e81a8ebd5cb458e619a9b02103eb0934cbd4c5146be',NULL);
INSERT INTO trail VALUES(7,1795736409559,0,'root',NULL,'add','01932c07-209c-7d4e-8a3b-5f2c1d0e0009','2:82f5d207447060bfda8e8f28aa53f20e31a9f4fc77861e2ac1c3d73ecbe66696','c97562f19a16527f60273e81a8ebd5cb458e619a9b02103eb0934cbd4c5146be','bf18919956abcddfad78f2051226eac3182feb06b803c8dc3e552c1ba062fc02',NULL);
INSERT INTO trail VALUES(8,1795736409567,0,'root',NULL,'addPerson','01932c07-209c-7d4e-8a3b-5f2c1d0e9b7a','2:f7244d6705dfb8b9ee7d08f9f04ab5a919d4924db9755f38781fb9c2a5bf4c9a','bf18919956abcddfad78f2051226eac3182feb06b803c8dc3e552c1ba062fc02','fe5c35469ea7fdc3380e61d74f54b01e28ba16633c147a851fa9a955c13e7851',NULL);
INSERT INTO trail VALUES(9,1795736409573,0,'root',NULL,'add','01932c07-209c-7d4e-8a3b-5f2c1d0e0003','2:a8e08d039db25327804a645542dbbd220f6ec138a499b6faf7a820d5510bb78a','fe5c35469ea7fdc3380e61d74f54b01e28ba16633c147a851fa9a955c13e7851','bc44f25bd964dc018d6add302dc67d86af11e5aa5b061d60a52f1500a63ae169',NULL);
INSERT INTO trail VALUES(10,1795736409584,0,'root',NULL,'add','01932c07-209c-7d4e-8a3b-5f2c1d0e0002','2:6ab1227f31fa3f7dc31ca24169cb8d56f338e7a7a0a72b05402b4867259a1ffb','bc44f25bd964dc018d6add302dc67d86af11e5aa5b061d60a52f1500a63ae169','f8dc4733f0f0153226ff5c64ce16abcf4effba8212938f678abb989e7be6c00a',NULL);
INSERT INTO trail VALUES(11,1795840760358,0,'root','admin','requireSecondFactor',NULL,'2:545a7aca5359a5c7c32e6777c116462722dd569cae81632e5bf512aa6d59e16b','f8dc4733f0f0153226ff5c64ce16abcf4effba8212938f678abb989e7be6c00a','730e669a7d292ce09fe5612ef29bd8eeb09cfa128a078eb4085d43981ffa0f1e',NULL);
CREATE TABLE account (
    id TEXT PRIMARY KEY NOT NULL, login TEXT UNIQUE NOT NULL, version INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;
INSERT INTO account VALUES('01a219ff-5857-7ba4-9c14-de4b617bd77e','anna',1,'{"id":"01a219ff-5857-7ba4-9c14-de4b617bd77e","initialUntil":"2026-11-29T22:34:54.559Z","isDisabled":false,"login":"anna","made":"2026-11-26T22:34:54.424Z","name":"Anna Weber","password":"$argon2id$v=19$m=65536,t=2,p=1$XIQgMmqkt/j0a4VTykSk8Q$cI26J3UKUuY+1Xf8But7BneqvPQmP8v/gVjtU1+Ddrs","role":"admin","secondFactor":{"lastStep":59857483,"made":"2026-11-27T02:40:00.000Z","recovery":["00"],"secret":"GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"},"version":1}');
INSERT INTO account VALUES('01a219ff-5929-7d36-9cd3-5b0a888606b1','export',1,'{"id":"01a219ff-5929-7d36-9cd3-5b0a888606b1","isDisabled":false,"login":"export","made":"2026-11-26T22:34:54.634Z","role":"clinician","version":1}');
CREATE TABLE access (
    id TEXT PRIMARY KEY NOT NULL, digest TEXT UNIQUE NOT NULL,
    account TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
    used INTEGER NOT NULL, usedOffset INTEGER NOT NULL, body TEXT NOT NULL
) STRICT;
INSERT INTO access VALUES('01a219ff-599a-7434-8ff3-0019c036bb04','f47665fc4f49742d4a620d32c5c29755e947ab989ceff5ba057a8f9a1768ae47','01a219ff-5929-7d36-9cd3-5b0a888606b1',1795732494746,0,'{"account":"01a219ff-5929-7d36-9cd3-5b0a888606b1","digest":"f47665fc4f49742d4a620d32c5c29755e947ab989ceff5ba057a8f9a1768ae47","ends":"2027-11-26T22:34:54.746Z","id":"01a219ff-599a-7434-8ff3-0019c036bb04","kind":"token","label":"nightly","made":"2026-11-26T22:34:54.746Z","scopes":["export"],"used":"2026-11-26T22:34:54.746Z"}');
CREATE TABLE sound (
    test TEXT PRIMARY KEY NOT NULL REFERENCES test, body BLOB NOT NULL
) STRICT;
INSERT INTO sound VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',X'664c6143');
CREATE TABLE setting (name TEXT PRIMARY KEY NOT NULL, body TEXT NOT NULL) STRICT;
INSERT INTO setting VALUES('secondFactorRoles','admin');
CREATE TABLE instance (
    test TEXT NOT NULL, record TEXT NOT NULL, number INTEGER NOT NULL,
    PRIMARY KEY (test, record), UNIQUE (record, number)
) STRICT, WITHOUT ROWID;
INSERT INTO instance VALUES('01932c07-209c-7d4e-8a3b-5f2c1d0e0002','01932c07-209c-7d4e-8a3b-5f2c1d0e9b7a',1);
INSERT INTO instance VALUES('01932c07-209c-7d4e-8a3b-5f2c1d0e0003','01932c07-209c-7d4e-8a3b-5f2c1d0e9b7a',2);
INSERT INTO instance VALUES('01932c07-209c-7d4e-8a3b-5f2c1d0e0009','01932c07-209c-7d4e-8a3b-5f2c1d0e0009',1);
INSERT INTO instance VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410','01a21986-4def-7c87-80d9-a4f32424a5ae',1);
CREATE TABLE importedTrail (
    trail TEXT NOT NULL, number INTEGER NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (trail, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX personByName ON person (foldedName, id, key);
CREATE INDEX personByID ON person (foldedID);
CREATE INDEX testOfPerson ON test (person, began DESC, id DESC);
CREATE INDEX testByTime ON test (began DESC, id DESC);
CREATE INDEX testOfSitting ON test (sitting);
CREATE INDEX testRunning ON test (state) WHERE state = 'running';
CREATE TRIGGER trailIsNotChanged BEFORE UPDATE ON trail
    BEGIN SELECT RAISE(ABORT, 'the audit trail is never changed'); END;
CREATE TRIGGER trailIsNotCut BEFORE DELETE ON trail
    BEGIN SELECT RAISE(ABORT, 'the audit trail is never changed'); END;
CREATE INDEX accessOfAccount ON access (account);
CREATE INDEX trailOfObject ON trail (object);
COMMIT;
PRAGMA application_id = 1097625461;
PRAGMA user_version = 5;
