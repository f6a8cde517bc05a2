PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE person (
    key TEXT PRIMARY KEY NOT NULL, id TEXT UNIQUE, name TEXT, birthDate TEXT,
    foldedID TEXT, foldedName TEXT NOT NULL, version INTEGER NOT NULL
, salt TEXT, followUp TEXT) STRICT;
INSERT INTO person VALUES('01a21986-4def-7c87-80d9-a4f32424a5ae','1','Sample Person','1957-08-23','1','sample person',1,NULL,NULL);
INSERT INTO person VALUES('01932c07-209c-7d4e-8a3b-5f2c1d0e9b7a','=HYPERLINK("x")','Müller, "Jo" ]\<b>&','1957-08-23','=hyperlink("x")','müller, "jo" ]\<b>&',1,'d54f4ee5224d814c-17d50188b6b812',NULL);
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
INSERT INTO test VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410','01a21986-4def-7c87-80d9-a4f32424a5ae','01a21986-4ebf-790f-9eef-905e55548a69','finished',1795724562111,0,1795724562259,0,'right','etdrs','glasses',1.0,0.95567980790664763812,0.88098458951387992321,1.0369480289148833573,'{"correction":"glasses","distanceSource":"usual","examiner":"Examiner","lane":"lane 1","software":"aloud 0.1.0"}','{"complete":true,"ended":"stopRuleMet","estimate":{"flags":["atFloor"],"interval95":[0.881,1.037],"intervalOpen":[],"letters":10,"logMAR":0.956,"mean":0.956,"median":0.956},"event":"result","lettersAskedAgain":0,"overrides":0,"score":{"decimal":"0.10","end":"stopRuleMet","letterScore":null,"lettersCredited":0,"lettersRight":5,"lines":[{"answers":["N","C","K","Z","O"],"confidence":[1,1,1,1,1],"letters":"NCKZO","line":1,"logMAR":1,"right":5,"unclear":[0,0,0,0,0]},{"answers":[null,null,null,null,null],"confidence":[1,1,1,1,1],"letters":"RHSDK","line":2,"logMAR":0.9,"right":0,"unclear":[0,0,0,0,0]}],"logMAR":1,"notation":"20/200","orBetter":false,"remarks":["readAlsoAtOneMetre"],"snellen":"20/200","snellenMetres":"6/60"},"seconds":0.112,"setup":{"calibrated":false,"chart":"1","distance":4,"eye":"right","hearing":{"misheard":0,"name":"0.0"},"oneMetre":false,"procedure":"etdrs","seed":null,"stopRule":"none-right","time":"2026-11-26T20:22:42Z","typed":false},"soundsMissing":0,"version":1}',1);
INSERT INTO test VALUES('01932c07-209c-7d4e-8a3b-5f2c1d0e0009',NULL,'01932c07-209c-7d4e-8a3b-5f2c1d0e0009','interrupted',1769868309120,60,1769868309120,60,'both','etdrs',NULL,NULL,NULL,NULL,NULL,'{}','{"complete":false,"ended":"interrupted","estimate":null,"event":"result","lettersAskedAgain":0,"overrides":0,"score":{"decimal":null,"end":null,"letterScore":null,"lettersCredited":0,"lettersRight":0,"lines":[],"logMAR":null,"notation":null,"orBetter":false,"remarks":[],"snellen":null,"snellenMetres":null},"seconds":0,"setup":{"chart":null,"distance":4,"eye":"both","oneMetre":false,"procedure":"etdrs","seed":null,"typed":false},"soundsMissing":0,"version":1}',1);
INSERT INTO test VALUES('01932c07-209c-7d4e-8a3b-5f2c1d0e0003','01932c07-209c-7d4e-8a3b-5f2c1d0e9b7a','01932c07-209c-7d4e-8a3b-5f2c1d0e0001','finished',1769864829120,60,1769864893120,60,'left','etdrs','glasses',0.10000000000000000555,-0.10499999999999999611,-0.2000000000000000111,0.010000000000000000208,'{"correction":"glasses","distanceSource":"entered","examiner":"Dr. B, \"C\"\nline","lane":"lane-2","note":"+1 note","software":"aloud 0.1.0"}','{"complete":true,"ended":"stopRuleMet","estimate":{"flags":[],"interval95":[-0.2,0.01],"intervalOpen":[],"letters":50,"logMAR":-0.105,"mean":-0.105,"median":-0.105},"event":"result","lettersAskedAgain":1,"overrides":0,"score":{"decimal":"0.80","end":"stopRuleMet","letterScore":null,"lettersCredited":0,"lettersRight":50,"lines":[{"answers":["D","S","R","K","N"],"confidence":[1,1,1,1,1],"letters":"DSRKN","line":1,"logMAR":1,"right":5,"unclear":[0,0,0,0,0]},{"answers":["C","K","Z","O","H"],"confidence":[1,1,1,1,1],"letters":"CKZOH","line":2,"logMAR":0.9,"right":5,"unclear":[0,0,0,0,0]},{"answers":["O","N","R","K","D"],"confidence":[1,1,1,1,1],"letters":"ONRKD","line":3,"logMAR":0.8,"right":5,"unclear":[0,0,0,0,0]},{"answers":["K","Z","V","D","C"],"confidence":[1,1,1,1,1],"letters":"KZVDC","line":4,"logMAR":0.7,"right":5,"unclear":[0,0,0,0,0]},{"answers":["V","S","H","Z","O"],"confidence":[1,1,1,1,1],"letters":"VSHZO","line":5,"logMAR":0.6,"right":5,"unclear":[0,0,0,0,0]},{"answers":["H","D","K","C","R"],"confidence":[1,1,1,1,1],"letters":"HDKCR","line":6,"logMAR":0.5,"right":5,"unclear":[0,0,0,0,0]},{"answers":["C","S","H","H","H"],"confidence":[1,1,1,1,1],"letters":"CSRHN","line":7,"logMAR":0.4,"right":3,"unclear":[0,0,0,0,0]},{"answers":["S","V","H","H","H"],"confidence":[1,1,1,1,1],"letters":"SVZDK","line":8,"logMAR":0.3,"right":2,"unclear":[0,0,0,0,0]},{"answers":["N","C","H","H","H"],"confidence":[1,1,1,1,1],"letters":"NCVOZ","line":9,"logMAR":0.2,"right":2,"unclear":[0,0,0,0,0]},{"answers":["R","H","H","H","H"],"confidence":[1,1,1,1,1],"letters":"RHSDV","line":10,"logMAR":0.1,"right":2,"unclear":[0,0,0,0,0]},{"answers":["S","N","H","H","H"],"confidence":[1,1,1,1,1],"letters":"SNROH","line":11,"logMAR":0,"right":3,"unclear":[0,0,0,0,0]},{"answers":["O","D","H","H","H"],"confidence":[1,1,1,1,1],"letters":"ODHKR","line":12,"logMAR":-0.1,"right":3,"unclear":[0,0,0,0,0]},{"answers":["Z","K","H","H","H"],"confidence":[1,1,1,1,1],"letters":"ZKCSN","line":13,"logMAR":-0.2,"right":2,"unclear":[0,0,0,0,0]},{"answers":["C","R","H","H","H"],"confidence":[1,1,1,1,1],"letters":"CRHDV","line":14,"logMAR":-0.3,"right":3,"unclear":[0,0,0,0,0]}],"logMAR":0.1,"notation":"20/25","orBetter":true,"remarks":["beyondSmallestLine"],"snellen":"20/25","snellenMetres":"6/7.5"},"seconds":64,"setup":{"calibrated":true,"chart":"2","distance":4,"eye":"left","oneMetre":false,"procedure":"etdrs","seed":null,"typed":false},"soundsMissing":0,"version":1}',2);
INSERT INTO test VALUES('01932c07-209c-7d4e-8a3b-5f2c1d0e0002','01932c07-209c-7d4e-8a3b-5f2c1d0e9b7a','01932c07-209c-7d4e-8a3b-5f2c1d0e0001','finished',1769864709120,60,1769864773120,60,'right','etdrs','none',-0.2000000000000000111,-0.10499999999999999611,-0.2000000000000000111,0.010000000000000000208,'{"correction":"none","distanceSource":"entered","examiner":"Dr. B, \"C\"\nline","lane":"lane-2","note":"+1 note","software":"aloud 0.1.0"}','{"complete":true,"ended":"stopRuleMet","estimate":{"flags":[],"interval95":[-0.2,0.01],"intervalOpen":[],"letters":50,"logMAR":-0.105,"mean":-0.105,"median":-0.105},"event":"result","lettersAskedAgain":1,"overrides":0,"score":{"decimal":"1.60","end":"stopRuleMet","letterScore":95,"lettersCredited":0,"lettersRight":65,"lines":[{"answers":["N","C","K","Z","O"],"confidence":[1,1,1,1,1],"letters":"NCKZO","line":1,"logMAR":1,"right":5,"unclear":[0,0,0,0,0]},{"answers":["R","H","S","D","K"],"confidence":[1,1,1,1,1],"letters":"RHSDK","line":2,"logMAR":0.9,"right":5,"unclear":[0,0,0,0,0]},{"answers":["D","O","V","H","R"],"confidence":[1,1,1,1,1],"letters":"DOVHR","line":3,"logMAR":0.8,"right":5,"unclear":[0,0,0,0,0]},{"answers":["C","Z","R","H","S"],"confidence":[1,1,1,1,1],"letters":"CZRHS","line":4,"logMAR":0.7,"right":5,"unclear":[0,0,0,0,0]},{"answers":["O","N","H","R","C"],"confidence":[1,1,1,1,1],"letters":"ONHRC","line":5,"logMAR":0.6,"right":5,"unclear":[0,0,0,0,0]},{"answers":["D","K","S","N","V"],"confidence":[1,1,1,1,1],"letters":"DKSNV","line":6,"logMAR":0.5,"right":5,"unclear":[0,0,0,0,0]},{"answers":["Z","S","O","K","N"],"confidence":[1,1,1,1,1],"letters":"ZSOKN","line":7,"logMAR":0.4,"right":5,"unclear":[0,0,0,0,0]},{"answers":["C","K","D","N","R"],"confidence":[1,1,1,1,1],"letters":"CKDNR","line":8,"logMAR":0.3,"right":5,"unclear":[0,0,0,0,0]},{"answers":["S","R","Z","K","D"],"confidence":[1,1,1,1,1],"letters":"SRZKD","line":9,"logMAR":0.2,"right":5,"unclear":[0,0,0,0,0]},{"answers":["H","Z","O","V","C"],"confidence":[1,1,1,1,1],"letters":"HZOVC","line":10,"logMAR":0.1,"right":5,"unclear":[0,0,0,0,0]},{"answers":["N","V","D","O","K"],"confidence":[1,1,1,1,1],"letters":"NVDOK","line":11,"logMAR":0,"right":5,"unclear":[0,0,0,0,0]},{"answers":["V","H","C","N","O"],"confidence":[1,1,1,1,1],"letters":"VHCNO","line":12,"logMAR":-0.1,"right":5,"unclear":[0,0,0,0,0]},{"answers":["S","V","H","H","H"],"confidence":[1,1,1,1,1],"letters":"SVHCZ","line":13,"logMAR":-0.2,"right":3,"unclear":[0,0,0,0,0]},{"answers":["O","Z","H","H","H"],"confidence":[1,1,1,1,1],"letters":"OZDVK","line":14,"logMAR":-0.3,"right":2,"unclear":[0,0,0,0,0]}],"logMAR":-0.2,"notation":"20/12.5","orBetter":false,"remarks":["beyondSmallestLine"],"snellen":"20/12.5","snellenMetres":"6/3.8"},"seconds":64,"setup":{"calibrated":true,"chart":"1","distance":4,"eye":"right","oneMetre":false,"procedure":"etdrs","seed":null,"typed":false},"soundsMissing":0,"version":1}',1);
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
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',14,1795724562242,0,'{"complete":true,"ended":"stopRuleMet","estimate":{"flags":["atFloor"],"interval95":[0.881,1.037],"intervalOpen":[],"letters":10,"logMAR":0.956,"mean":0.956,"median":0.956},"event":"result","lettersAskedAgain":0,"overrides":0,"score":{"decimal":"0.10","end":"stopRuleMet","letterScore":null,"lettersCredited":0,"lettersRight":5,"lines":[{"answers":["N","C","K","Z","O"],"confidence":[1,1,1,1,1],"letters":"NCKZO","line":1,"logMAR":1,"right":5,"unclear":[0,0,0,0,0]},{"answers":[null,null,null,null,null],"confidence":[1,1,1,1,1],"letters":"RHSDK","line":2,"logMAR":0.9,"right":0,"unclear":[0,0,0,0,0]}],"logMAR":1,"notation":"20/200","orBetter":false,"remarks":["readAlsoAtOneMetre"],"snellen":"20/200","snellenMetres":"6/60"},"seconds":0.112,"setup":{"calibrated":false,"chart":"1","distance":4,"eye":"right","hearing":{"misheard":0,"name":"0.0"},"oneMetre":false,"procedure":"etdrs","seed":null,"stopRule":"none-right","time":"2026-11-26T20:22:42Z","typed":false},"soundsMissing":0,"version":1}');
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
INSERT INTO trail VALUES(2,1795724562112,0,'root',NULL,'begin','01a21986-4ebf-71a0-bab4-0a2ba4bd3410','2:fcd3ea65268e5e6d4271b99cc94289499acd6c93d5f7ee5da66cc65475744640','b5a10103d86201f20bb6f0ff079e9856d51653a630cce6b838bb97b290e498b9','d34a3c24940eb42d72ad2ae70e5a623acd440042079bc9a6919acd66d4aef7f3',NULL);
INSERT INTO trail VALUES(3,1795724562260,0,'root',NULL,'finish','01a21986-4ebf-71a0-bab4-0a2ba4bd3410','2:fcd3ea65268e5e6d4271b99cc94289499acd6c93d5f7ee5da66cc65475744640','d34a3c24940eb42d72ad2ae70e5a623acd440042079bc9a6919acd66d4aef7f3','e52693ac256c1654aeb14f1c14fa4d371da86ca60307ea26510ba86c16683c3b',NULL);
INSERT INTO trail VALUES(4,1795732494560,0,'root','anna, admin','addAccount','01a219ff-5857-7ba4-9c14-de4b617bd77e','2:9cbf01e6f67cc3b07e2e0363236b0b905dca18357163f764da7fa0a08fc19d44','e52693ac256c1654aeb14f1c14fa4d371da86ca60307ea26510ba86c16683c3b','81af4b60a851b914c85099d17be75ca7de3706c28f23c0fb4abad93932cbbe08',NULL);
INSERT INTO trail VALUES(5,1795732494634,0,'root','export, clinician','addAccount','01a219ff-5929-7d36-9cd3-5b0a888606b1','2:3b9864fded5510bad10906af462f4f7051986d9a63279563fc24b371fd13e8d4','81af4b60a851b914c85099d17be75ca7de3706c28f23c0fb4abad93932cbbe08','59f7e92ba87817684f1f56cff58680bd08bf4678db45d82005614f3ff847034d',NULL);
INSERT INTO trail VALUES(6,1795732494747,0,'root','export, nightly','addToken','01a219ff-5929-7d36-9cd3-5b0a888606b1','2:3b9864fded5510bad10906af462f4f7051986d9a63279563fc24b371fd13e8d4','59f7e92ba87817684f1f56cff58680bd08bf4678db45d82005614f3ff847034d','0766404cb12812176393f0dadc4ce2620f6e63e8560eb51e2688c5cff1e0de81',NULL);
INSERT INTO trail VALUES(7,1795736409559,0,'root',NULL,'add','01932c07-209c-7d4e-8a3b-5f2c1d0e0009','2:23ced8455cd73ac5339d4f5185610f5ca702bd46a52c255e114929ef14bfbfc0','0766404cb12812176393f0dadc4ce2620f6e63e8560eb51e2688c5cff1e0de81','72f0917d66cdd14dc234ca2508556474655fcf8bb728aecdaff1d0fac3975bf8',NULL);
INSERT INTO trail VALUES(8,1795736409567,0,'root',NULL,'addPerson','01932c07-209c-7d4e-8a3b-5f2c1d0e9b7a','2:f7244d6705dfb8b9ee7d08f9f04ab5a919d4924db9755f38781fb9c2a5bf4c9a','72f0917d66cdd14dc234ca2508556474655fcf8bb728aecdaff1d0fac3975bf8','ceb14fc97ad3c69f89bc31be1b119328ca4589298114d5c91f3c33ab2be8f47c',NULL);
INSERT INTO trail VALUES(9,1795736409573,0,'root',NULL,'add','01932c07-209c-7d4e-8a3b-5f2c1d0e0003','2:62b2f3d9da7cd2e9a9c4b7fdf3c85e407e145e47f08852f2ff4c5da6e9746cdb','ceb14fc97ad3c69f89bc31be1b119328ca4589298114d5c91f3c33ab2be8f47c','4fe04203f99b70ed72346190f9487d84735d3dc0fc342c4473566d423a681142',NULL);
INSERT INTO trail VALUES(10,1795736409584,0,'root',NULL,'add','01932c07-209c-7d4e-8a3b-5f2c1d0e0002','2:a797b0c48148f3720933f56c96a71f014e649727c4ce0e301c87237fde06280c','4fe04203f99b70ed72346190f9487d84735d3dc0fc342c4473566d423a681142','ee4638c9d36e2872b3580760043b464067626abcc07f68406f58f395c521a16a',NULL);
INSERT INTO trail VALUES(11,1795840760358,0,'root','admin','requireSecondFactor',NULL,'2:545a7aca5359a5c7c32e6777c116462722dd569cae81632e5bf512aa6d59e16b','ee4638c9d36e2872b3580760043b464067626abcc07f68406f58f395c521a16a','4a83774d0acdb04d276258b61085b139866ca456b21eaced4c5062881be45f9e',NULL);
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
CREATE TRIGGER trailIsNotCut BEFORE DELETE ON trail
    BEGIN SELECT RAISE(ABORT, 'the audit trail is never changed'); END;
CREATE INDEX accessOfAccount ON access (account);
CREATE INDEX trailOfObject ON trail (object);
CREATE TRIGGER trailIsNotChanged BEFORE UPDATE ON trail
    BEGIN SELECT RAISE(ABORT, 'the audit trail is never changed'); END;
COMMIT;
PRAGMA application_id = 1097625461;
PRAGMA user_version = 5;
