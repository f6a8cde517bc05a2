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
INSERT INTO trail VALUES(1,1795724561904,0,'root',NULL,'addPerson','01a21986-4def-7c87-80d9-a4f32424a5ae',NULL,'0000000000000000000000000000000000000000000000000000000000000000','0747f689031d4c4ab66e9a7f9a1d551bf456cb4ec5b7b1ad5c5b2c85d3c70f3f',NULL);
INSERT INTO trail VALUES(2,1795724562112,0,'root',NULL,'begin','01a21986-4ebf-71a0-bab4-0a2ba4bd3410',NULL,'0747f689031d4c4ab66e9a7f9a1d551bf456cb4ec5b7b1ad5c5b2c85d3c70f3f','f729af6019e884320c76affc3049b2dffb6e29c73298a11479b7b691b1695a14',NULL);
INSERT INTO trail VALUES(3,1795724562260,0,'root',NULL,'finish','01a21986-4ebf-71a0-bab4-0a2ba4bd3410','7ba4db475aeb3df58baf8208d310c6e6eec3ef9bc46fb5aee2963447f3b47429','f729af6019e884320c76affc3049b2dffb6e29c73298a11479b7b691b1695a14','7b99c39257b16ab2e1381fd4e72e060be27b1f876be0c4f3dbb5888bf86bb919',NULL);
INSERT INTO trail VALUES(4,1795732494560,0,'root','anna, admin','addAccount','01a219ff-5857-7ba4-9c14-de4b617bd77e',NULL,'7b99c39257b16ab2e1381fd4e72e060be27b1f876be0c4f3dbb5888bf86bb919','4503ba752c2ed25342c07d48181f5b1f6ad461059667f84fa5c3a02b436126b7',NULL);
INSERT INTO trail VALUES(5,1795732494634,0,'root','export, clinician','addAccount','01a219ff-5929-7d36-9cd3-5b0a888606b1',NULL,'4503ba752c2ed25342c07d48181f5b1f6ad461059667f84fa5c3a02b436126b7','87044f62464dacd3ec7c053f570791927dfb060b60008c53db6b06d86ad0aca1',NULL);
INSERT INTO trail VALUES(6,1795732494747,0,'root','export, nightly','addToken','01a219ff-5929-7d36-9cd3-5b0a888606b1',NULL,'87044f62464dacd3ec7c053f570791927dfb060b60008c53db6b06d86ad0aca1','b2b8e64b5569b61f6c06f0f982a282a0ccf8066e002be74f4bcd9d0edcc0b2af',NULL);
INSERT INTO trail VALUES(7,1795736409559,0,'root',NULL,'add','01932c07-209c-7d4e-8a3b-5f2c1d0e0009','e1f3fdbc1f4a6f38d3781a4543fa1a4d959c6b8c31de40100894dd0fc0c58a63','b2b8e64b5569b61f6c06f0f982a282a0ccf8066e002be74f4bcd9d0edcc0b2af','d31339aee82021a82f40707463ea64949fb5248afa3f93414007b11e314765c9',NULL);
INSERT INTO trail VALUES(8,1795736409567,0,'root',NULL,'addPerson','01932c07-209c-7d4e-8a3b-5f2c1d0e9b7a','811ed7da81ef97355116449c12bd9bec83c9efeb013c4aefe60f8e4db504689a','d31339aee82021a82f40707463ea64949fb5248afa3f93414007b11e314765c9','1c38bd062166b11ee0c5f12a7ddff540ec8af6eb19afecaeded0f5e1bf0ac07e',NULL);
INSERT INTO trail VALUES(9,1795736409573,0,'root',NULL,'add','01932c07-209c-7d4e-8a3b-5f2c1d0e0003','a6aad4586ead33fa016f2e0d121de8500ffe43fc6c91295215d8aef312343da0','1c38bd062166b11ee0c5f12a7ddff540ec8af6eb19afecaeded0f5e1bf0ac07e','2d9792b2a86cc5070d9f51d7947218002a110f035b43bd51c0a1441a1f94dfef',NULL);
INSERT INTO trail VALUES(10,1795736409584,0,'root',NULL,'add','01932c07-209c-7d4e-8a3b-5f2c1d0e0002','288ededecf942c08e32ab05e51a4e113040812257ecb5a2fa306a0341aab90af','2d9792b2a86cc5070d9f51d7947218002a110f035b43bd51c0a1441a1f94dfef','a666df0f1f928da8c9e9832e1f8479b7e0194be428e5763963a9821893cdadd3',NULL);
INSERT INTO trail VALUES(11,1795840760358,0,'aloud',NULL,'seal',NULL,NULL,'a666df0f1f928da8c9e9832e1f8479b7e0194be428e5763963a9821893cdadd3','2c1cdc328df4c9d7fc1b8a615cdf8e6bb840d86de99a9f96fee3f8a834263944','1e1a2070:4620bef247d125a6af3079806a6595901fc3c9627d380c20152d42cf693499aa');
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
